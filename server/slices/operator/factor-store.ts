import { type Db, rawQuery, type Tx } from '../../platform/database.ts'

/** Secrets of codes by time, and the end of every second factor, in the database (rules.md §17.8). */

export interface CodeRow {
  /** Sealed for its operator. */
  secret: string
  confirmedAt: Date | null
  lastStep: number
}

export async function findCode(handle: Db | Tx, operatorId: string): Promise<CodeRow | undefined> {
  const [row] = await rawQuery<CodeRow>(
    handle,
    `select secret, confirmed_at as "confirmedAt", last_step as "lastStep" from operator_codes where operator_id = $1`,
    [operatorId],
  )
  return row
}

/** Stores a secret that counts once it is confirmed. @returns false if a confirmed one is there */
export async function putSecret(
  tx: Tx,
  { operatorId, secret, now }: { operatorId: string; secret: string; now: Date },
): Promise<boolean> {
  const rows = await rawQuery(
    tx,
    `insert into operator_codes as c (operator_id, secret, made_at) values ($1, $2, $3)
     on conflict (operator_id) do update set secret = excluded.secret, made_at = excluded.made_at, last_step = 0
       where c.confirmed_at is null
     returning operator_id`,
    [operatorId, secret, now],
  )
  return rows.length > 0
}

/**
 * Takes a code's interval for good. @returns false if it, or a later one, was taken before, or the secret is
 * another one
 */
export async function takeStep(
  handle: Db | Tx,
  { operatorId, secret, step }: { operatorId: string; secret: string; step: number },
): Promise<boolean> {
  const rows = await rawQuery(
    handle,
    `update operator_codes set last_step = $3 where operator_id = $1 and secret = $2 and last_step < $3
     returning operator_id`,
    [operatorId, secret, step],
  )
  return rows.length > 0
}

/** @returns false if one was confirmed before, or another secret was made meanwhile */
export async function confirmSecret(
  tx: Tx,
  { operatorId, secret, now }: { operatorId: string; secret: string; now: Date },
): Promise<boolean> {
  const rows = await rawQuery(
    tx,
    `update operator_codes set confirmed_at = $3 where operator_id = $1 and secret = $2 and confirmed_at is null
     returning operator_id`,
    [operatorId, secret, now],
  )
  return rows.length > 0
}

/**
 * Forgets every second factor of an operator, who sets up another one. The challenges for passkeys end with
 * the sessions.
 */
export async function deleteFactors(tx: Tx, operatorId: string): Promise<void> {
  await rawQuery(tx, 'delete from operator_codes where operator_id = $1', [operatorId])
  await rawQuery(tx, 'delete from operator_passkeys where operator_id = $1', [operatorId])
}
