import { type Db, rawQuery, type Tx } from '../../../platform/database.ts'
import type { Caller } from '../../../platform/http.ts'
import type { MadePasskey } from '../../../platform/web-authn.ts'
import type { DeviceNames } from '../history/user-agent.ts'
import { keepSession } from '../session-store.ts'
import { lockMember } from '../store.ts'

/** Passkeys and their challenges in the database (rules.md §2.8). */

export async function insertChallenge(
  db: Db,
  challenge: { hash: string; memberId: string | null; expiresAt: Date },
): Promise<void> {
  await rawQuery(db, 'insert into passkey_challenges (hash, member_id, expires_at) values ($1, $2, $3)', [
    challenge.hash,
    challenge.memberId,
    challenge.expiresAt,
  ])
}

/**
 * Takes a challenge, so that nobody takes it again. @returns whether it was there, for this member and this
 * purpose
 */
export async function takeChallenge(
  db: Db,
  challenge: { hash: string; memberId: string | null; now: Date },
): Promise<boolean> {
  const rows = await rawQuery(
    db,
    `delete from passkey_challenges
     where hash = $1 and member_id is not distinct from $2::text and expires_at > $3 returning hash`,
    [challenge.hash, challenge.memberId, challenge.now],
  )
  return rows.length > 0
}

export const deleteChallengesBefore = (db: Db, moment: Date) =>
  rawQuery(db, 'delete from passkey_challenges where expires_at < $1', [moment])

export interface StoredPasskey extends DeviceNames {
  id: string
  transports: string[]
  created_at: Date
  last_used_at: Date | null
}

export const selectPasskeys = (db: Db | Tx, memberId: string): Promise<StoredPasskey[]> =>
  rawQuery(
    db,
    `select id, transports, browser, system, created_at, last_used_at from passkeys
     where member_id = $1 order by created_at desc, id`,
    [memberId],
  )

/**
 * Stores a passkey unless the member has `max` already, or the session that asks has ended: a passkey
 * outlives all sessions.
 * @returns why not, or undefined once it is stored
 * @throws Refusal `INACTIVE_USER`, `invalid-token`
 */
export async function insertPasskey(
  tx: Tx,
  caller: Caller,
  key: MadePasskey & DeviceNames & { now: Date },
  max: number,
): Promise<'full' | 'taken' | undefined> {
  await lockMember(tx, caller.memberId)
  await keepSession(tx, caller)
  if ((await selectPasskeys(tx, caller.memberId)).length >= max) return 'full'
  const rows = await rawQuery(
    tx,
    `insert into passkeys
       (id, member_id, rp_id, public_key, counter, transports, browser, system, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (id) do nothing returning id`,
    [
      key.id,
      caller.memberId,
      key.rpId,
      key.publicKey,
      key.counter,
      key.transports,
      key.browser,
      key.system,
      key.now,
    ],
  )
  return rows.length > 0 ? undefined : 'taken'
}

/** A passkey with what decides about its member's login. */
export interface PasskeyOfMember {
  rp_id: string
  public_key: string
  member_id: string
  phone: string
  is_active: boolean
  password_hash: string
}

export async function findPasskey(db: Db, id: string): Promise<PasskeyOfMember | undefined> {
  const [row] = await rawQuery<PasskeyOfMember>(
    db,
    `select k.rp_id, k.public_key, m.id as member_id, m.phone, m.is_active,
       m.password_hash
     from passkeys k join members m on m.id = k.member_id where k.id = $1`,
    [id],
  )
  return row
}

/** Records a use. @returns whether its count was higher than any before, or the device does not count */
export async function countUse(db: Db, use: { id: string; counter: number; now: Date }): Promise<boolean> {
  const rows = await rawQuery(
    db,
    `update passkeys set counter = $2, last_used_at = $3
     where id = $1 and (counter < $2 or (counter = 0 and $2 = 0)) returning id`,
    [use.id, use.counter, use.now],
  )
  return rows.length > 0
}

/** @returns whether the member had it */
export async function deletePasskey(db: Db, memberId: string, id: string): Promise<boolean> {
  const rows = await rawQuery(db, 'delete from passkeys where member_id = $1 and id = $2 returning id', [
    memberId,
    id,
  ])
  return rows.length > 0
}
