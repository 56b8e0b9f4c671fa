import { type Db, rawQuery, type Tx } from '../../platform/database.ts'

/** How often a code was used, in all and on a Bangkok day. */
export interface Uses {
  uses: number
  today: number
}

/** The uses of a code, locked until the transaction ends. The member's wallet is locked before. */
export async function lockUses(tx: Tx, code: string, day: string): Promise<Uses> {
  await rawQuery(tx, 'insert into promotion_uses (code) values ($1) on conflict do nothing', [code])
  const [row] = await rawQuery<{ uses: number }>(
    tx,
    'select uses from promotion_uses where code = $1 for update',
    [code],
  )
  // Behind that lock nobody else changes it.
  const [today] = await rawQuery<{ uses: number }>(
    tx,
    'select uses from promotion_days where code = $1 and day = $2',
    [code, day],
  )
  return { uses: row?.uses ?? 0, today: today?.uses ?? 0 }
}

/** Counts one use. */
export async function addUse(
  tx: Tx,
  code: string,
  { day, amountMinor }: { day: string; amountMinor: number },
): Promise<void> {
  await rawQuery(
    tx,
    'update promotion_uses set uses = uses + 1, given_minor = given_minor + $2 where code = $1',
    [code, amountMinor],
  )
  await rawQuery(
    tx,
    `insert into promotion_days as d (code, day, uses) values ($1, $2, 1)
     on conflict (code, day) do update set uses = d.uses + 1`,
    [code, day],
  )
}

/** A use that was counted without money brings it now. */
export async function addGiven(tx: Tx, code: string, amountMinor: number): Promise<void> {
  await rawQuery(tx, 'update promotion_uses set given_minor = given_minor + $2 where code = $1', [
    code,
    amountMinor,
  ])
}

/** A use that was counted without money is none. */
export async function removeUse(tx: Tx, code: string, day: string): Promise<void> {
  await rawQuery(tx, 'update promotion_uses set uses = uses - 1 where code = $1', [code])
  await rawQuery(tx, 'update promotion_days set uses = uses - 1 where code = $1 and day = $2', [code, day])
}

/** The sums that codes gave so far, in minor units. */
export async function givenOf(db: Db, codes: readonly string[]): Promise<Map<string, number>> {
  const rows = await rawQuery<{ code: string; givenMinor: number }>(
    db,
    `select code, given_minor as "givenMinor" from promotion_uses where code = any($1::text[])`,
    [codes],
  )
  return new Map(rows.map(({ code, givenMinor }) => [code, givenMinor]))
}
