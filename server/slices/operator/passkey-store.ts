import { type Db, rawQuery, type Tx } from '../../platform/database.ts'
import type { MadePasskey } from '../../platform/web-authn.ts'

/** Operators' passkeys and their challenges, in the database (rules.md §17.8). */

/** add: a new one is made with it; prove: one that is there signs it. */
export type Purpose = 'add' | 'prove'

interface Asked {
  sessionHash: string
  purpose: Purpose
  hash: string
}

/** Stores a challenge in the place of the session's last one of this purpose. */
export async function putChallenge(tx: Tx, asked: Asked & { expiresAt: Date }): Promise<void> {
  await rawQuery(
    tx,
    `insert into operator_passkey_challenges (session_hash, purpose, hash, expires_at) values ($1, $2, $3, $4)
     on conflict (session_hash, purpose) do update set hash = excluded.hash, expires_at = excluded.expires_at`,
    [asked.sessionHash, asked.purpose, asked.hash, asked.expiresAt],
  )
}

/**
 * Takes a challenge, so that nobody takes it again. @returns whether it was there, for this session and this
 * purpose
 */
export async function takeChallenge(db: Db, asked: Asked & { now: Date }): Promise<boolean> {
  const rows = await rawQuery(
    db,
    `delete from operator_passkey_challenges
     where session_hash = $1 and purpose = $2 and hash = $3 and expires_at > $4 returning hash`,
    [asked.sessionHash, asked.purpose, asked.hash, asked.now],
  )
  return rows.length > 0
}

export const deleteChallengesBefore = (db: Db, moment: Date) =>
  rawQuery(db, 'delete from operator_passkey_challenges where expires_at < $1', [moment])

export interface PasskeyRow {
  id: string
  credentialId: string
  rpId: string
  publicKey: string
  transports: string[]
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

/** An operator's passkeys, the latest first. */
export const selectPasskeys = (handle: Db | Tx, operatorId: string): Promise<PasskeyRow[]> =>
  rawQuery(
    handle,
    `select id::text, credential_id as "credentialId", rp_id as "rpId", public_key as "publicKey", transports, name,
       created_at as "createdAt", last_used_at as "lastUsedAt"
     from operator_passkeys where operator_id = $1 order by created_at desc, id`,
    [operatorId],
  )

/** @returns false if the passkey is somebody's already */
export async function insertPasskey(
  tx: Tx,
  key: MadePasskey & { operatorId: string; name: string; now: Date },
): Promise<boolean> {
  const rows = await rawQuery(
    tx,
    `insert into operator_passkeys
       (credential_id, operator_id, rp_id, public_key, counter, transports, name, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (credential_id) do nothing returning id`,
    [key.id, key.operatorId, key.rpId, key.publicKey, key.counter, key.transports, key.name, key.now],
  )
  return rows.length > 0
}

/**
 * Records a use, unless the device counts its uses and has counted no further.
 * @returns used; copy: another device has counted so far; gone: it was removed meanwhile
 */
export async function countUse(
  tx: Tx,
  { id, counter, now }: { id: string; counter: number; now: Date },
): Promise<'used' | 'copy' | 'gone'> {
  const [row] = await rawQuery<{ counter: string }>(
    tx,
    'select counter::text from operator_passkeys where id = $1 for no key update',
    [id],
  )
  if (!row) return 'gone'
  const last = Number(row.counter)
  if (counter <= last && (counter > 0 || last > 0)) return 'copy'
  await rawQuery(tx, 'update operator_passkeys set counter = $2, last_used_at = $3 where id = $1', [
    id,
    counter,
    now,
  ])
  return 'used'
}

export async function deletePasskey(tx: Tx, id: string): Promise<void> {
  await rawQuery(tx, 'delete from operator_passkeys where id = $1', [id])
}
