import type { Currency } from '@krapao/contract/money.ts'
import { type Db, rawQuery, type Tx } from '../../platform/database.ts'

/** The coins that a member's deposits of one Bangkok day brought; amounts in satang or att. */
export interface CoinDay {
  /** The price of one coin; 0: deposits bring none. */
  priceMinor: number
  sumMinor: number
  /** Credited for the day and not taken back. */
  coins: number
}

const columns = `price_minor as "priceMinor", sum_minor as "sumMinor", coins`

/**
 * Adds a deposit to its day, which stays locked until the transaction ends.
 * @param priceMinor of a day that has no deposit yet
 */
export async function addToDay(
  tx: Tx,
  day: { memberId: string; day: string; currency: Currency; priceMinor: number; amountMinor: number },
): Promise<CoinDay> {
  const [row] = await rawQuery<CoinDay>(
    tx,
    `insert into coin_days as d (member_id, day, currency, price_minor, sum_minor, coins)
     values ($1, $2, $3, $4, $5, 0)
     on conflict (member_id, day) do update set sum_minor = d.sum_minor + excluded.sum_minor
     returning ${columns}`,
    [day.memberId, day.day, day.currency, day.priceMinor, day.amountMinor],
  )
  if (!row) throw new Error(`the deposits of ${day.day} are not counted`)
  return row
}

/** Takes a deposit off its day. @returns undefined where its deposits were never counted */
export async function takeFromDay(
  tx: Tx,
  { memberId, day, amountMinor }: { memberId: string; day: string; amountMinor: number },
): Promise<CoinDay | undefined> {
  const [row] = await rawQuery<CoinDay>(
    tx,
    // A deposit from before coins were counted is not part of the sum.
    `update coin_days set sum_minor = greatest(0, sum_minor - $3) where member_id = $1 and day = $2
     returning ${columns}`,
    [memberId, day, amountMinor],
  )
  return row
}

/** Records coins that were credited (positive) or taken back (negative) for a day. */
export async function changeCoins(tx: Tx, memberId: string, day: string, coins: number): Promise<void> {
  await rawQuery(tx, 'update coin_days set coins = coins + $3 where member_id = $1 and day = $2', [
    memberId,
    day,
    coins,
  ])
}

export async function findDay(db: Db, memberId: string, day: string): Promise<CoinDay | undefined> {
  const [row] = await rawQuery<CoinDay>(
    db,
    `select ${columns} from coin_days where member_id = $1 and day = $2`,
    [memberId, day],
  )
  return row
}

/**
 * Coins that deposits of these Bangkok days, both included, brought in a currency, and to how many members.
 */
export async function coinsBetween(
  db: Db,
  currency: Currency,
  { from, to }: { from: string; to: string },
): Promise<{ coins: number; members: number }> {
  const [row] = await rawQuery<{ coins: number; members: number }>(
    db,
    `select coalesce(sum(coins), 0)::bigint as coins, count(distinct member_id) as members from coin_days
     where currency = $1 and day between $2 and $3 and coins > 0`,
    [currency, from, to],
  )
  return row ?? { coins: 0, members: 0 }
}
