import type { Phone } from '@krapao/contract/phone.ts'
import { type Db, rawQuery, type Tx } from '../../../platform/database.ts'
import { forgetDevices } from '../device-store.ts'
import { livingInOrder } from '../session-store.ts'

/** New passwords by a code (rules.md §2.7). */

/** The phone whose code was verified with a token, not before `since`, and which has set no password yet. */
const usable = `token_hash = $1 and purpose = 'reset' and used_at is null and verified_at > $2`

export async function findVerified(
  handle: Db | Tx,
  tokenHash: string,
  since: Date,
): Promise<Phone | undefined> {
  const [row] = await rawQuery<{ phone: Phone }>(handle, `select phone from otp_requests where ${usable}`, [
    tokenHash,
    since,
  ])
  return row?.phone
}

/**
 * Uses a verified code up, and every other one that was sent to the phone to set a password.
 * @returns whether it could still be used
 */
export async function useCode(
  tx: Tx,
  code: { tokenHash: string; since: Date; phone: Phone; now: Date },
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
 * Stores a password, and ends all that could get in by another way: sessions, passkeys and what would make
 * one, known devices.
 * @returns the hashes of the sessions
 */
export async function startAnew(
  tx: Tx,
  member: { id: string; account: string; passwordHash: string; now: Date },
): Promise<string[]> {
  await rawQuery(tx, 'update members set password_hash = $2 where id = $1', [member.id, member.passwordHash])
  await rawQuery(tx, 'delete from passkeys where member_id = $1', [member.id])
  await rawQuery(tx, 'delete from passkey_challenges where member_id = $1', [member.id])
  await forgetDevices(tx, member.account)
  const ended = await rawQuery<{ hash: string }>(
    tx,
    `update sessions set revoked_at = $2 where hash in ${livingInOrder('member_id = $1')} returning hash`,
    [member.id, member.now],
  )
  return ended.map(({ hash }) => hash)
}
