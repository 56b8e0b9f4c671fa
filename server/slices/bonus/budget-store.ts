import { type Db, rawQuery, type Tx } from '../../platform/database.ts'

/** The sums that a bonus campaign gave and promised, in minor units of its currency. */
export interface Budget {
  givenMinor: number
  /** The most that armed bonuses, credits that wait for a person and won coupons may still bring. */
  reservedMinor: number
}

/** The campaign's counts, locked until the transaction ends. The member's wallet is locked before. */
export async function lockBudget(tx: Tx, campaign: string): Promise<Budget> {
  await rawQuery(tx, 'insert into bonus_budgets (campaign) values ($1) on conflict do nothing', [campaign])
  const [row] = await rawQuery<Budget>(
    tx,
    `select given_minor as "givenMinor", reserved_minor as "reservedMinor" from bonus_budgets
     where campaign = $1 for update`,
    [campaign],
  )
  if (!row) throw new Error(`no budget of ${campaign}`)
  return row
}

/** Changes the counts of a campaign by these amounts. */
export async function moveBudget(
  tx: Tx,
  campaign: string,
  { givenMinor = 0, reservedMinor = 0 }: Partial<Budget>,
): Promise<void> {
  await rawQuery(
    tx,
    `insert into bonus_budgets as b (campaign, given_minor, reserved_minor) values ($1, greatest($2, 0), greatest($3, 0))
     on conflict (campaign) do update set given_minor = greatest(b.given_minor + $2, 0),
       reserved_minor = greatest(b.reserved_minor + $3, 0)`,
    [campaign, givenMinor, reservedMinor],
  )
}

/**
 * Milliseconds that a deposit waits for a lock that only its bonus needs: others hold a campaign's budget for
 * moments.
 */
const lockWait = 1000

/**
 * Runs `act` with a lock timeout of `lockWait`, so that a deposit does not wait long for a budget that is
 * locked elsewhere. Within a savepoint, which resets the timeout when `act` fails.
 * @throws what `act` throws; `DatabaseTrouble` with the reason `database-busy` where a lock was not to be had
 */
export async function waitingShortly(tx: Tx, act: () => Promise<void>): Promise<void> {
  const setLimit = (limit: string) => rawQuery(tx, `select set_config('lock_timeout', $1, true)`, [limit])
  const [row] = await rawQuery<{ before: string }>(tx, `select current_setting('lock_timeout') as before`)
  await setLimit(`${lockWait}ms`)
  await act()
  await setLimit(row?.before ?? '0')
}

/**
 * The sums that campaigns of bonuses gave and promised so far, by code, without the largest credit that waits
 * for a person: that one gives way to a member who need not wait (rules.md §7.5).
 */
export async function promisedOf(
  handle: Db | Tx,
  campaigns: readonly string[],
): Promise<Map<string, number>> {
  const rows = await rawQuery<{ campaign: string; minor: number }>(
    handle,
    `select campaign, given_minor + reserved_minor - coalesce((
       select max(amount_minor) from bonus_reviews r
       where r.state = 'WAITING' and r.source = 'bonus' and r.campaign = b.campaign), 0) as minor
     from bonus_budgets b where campaign = any($1::text[])`,
    [campaigns],
  )
  return new Map(rows.map(({ campaign, minor }) => [campaign, minor]))
}

/** The sums that campaigns gave so far, by code. */
export async function givenOf(db: Db, campaigns: readonly string[]): Promise<Map<string, number>> {
  const rows = await rawQuery<{ campaign: string; givenMinor: number }>(
    db,
    `select campaign, given_minor as "givenMinor" from bonus_budgets where campaign = any($1::text[])`,
    [campaigns],
  )
  return new Map(rows.map(({ campaign, givenMinor }) => [campaign, givenMinor]))
}
