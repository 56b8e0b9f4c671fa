import { type Db, rawQuery, type Tx } from '../../../platform/database.ts'
import { forgetDevices } from '../device-store.ts'

/** New passwords by a code (rules.md §2.7). */

/** The phone whose code was verified with a token, not before `since`, and which has set no password yet. */
const usable = `token_hash = $1 and purpose = 'reset' and used_at is null and verified_at > $2`

export async function findVerified(
  handle: Db | Tx,
  tokenHash: string,
  since: Date,
): Promise<string | undefined> {
  const [row] = await rawQuery<{ phone: string }>(handle, `select phone from otp_requests where ${usable}`, [
    tokenHash,
    since,
  ])
  return row?.phone
}

/** Locks a member, so that of several resets at one moment the first decides. */
export async function lockMember(tx: Tx, memberId: string): Promise<void> {
  await rawQuery(tx, 'select from members where id = $1 for update', [memberId])
}

/**
 * Uses a verified code up, and every other one that was sent to the phone to set a password.
 * @returns whether it could still be used
 */
export async function useCode(
  tx: Tx,
  code: { tokenHash: string; since: Date; phone: string; now: Date },
): Promise<boolean> {
  if ((await findVerified(tx, code.tokenHash, code.since)) === undefined) return false
  await rawQuery(
    tx,
    `update otp_requests set used_at = $2 where phone = $1 and purpose = 'reset' and used_at is null`,
    [code.phone, code.now],
  )
  return true
}

/**
 * Stores a password, and ends all that could get in by another way: sessions, passkeys, known devices.
 * @returns the hashes of the sessions
 */
export async function startAnew(
  tx: Tx,
  member: { id: string; account: string; passwordHash: string; now: Date },
): Promise<string[]> {
  await rawQuery(tx, 'update members set password_hash = $2 where id = $1', [member.id, member.passwordHash])
  await rawQuery(tx, 'delete from passkeys where member_id = $1', [member.id])
  await forgetDevices(tx, member.account)
  const ended = await rawQuery<{ hash: string }>(
    tx,
    'update sessions set revoked_at = $2 where member_id = $1 and revoked_at is null returning hash',
    [member.id, member.now],
  )
  return ended.map(({ hash }) => hash)
}
