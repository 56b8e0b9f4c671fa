import type { Currency } from '@krapao/contract/money.ts'
import { type Db, rawQuery, type Tx } from '../../platform/database.ts'

/** A member's Bangkok day as coins count it; amounts in satang or att. */
export interface CoinDay {
  memberId: string
  day: string
  currency: Currency
  /** The price of one coin; 0: the day brings none. */
  priceMinor: number
  /** Deposits that were not taken back. */
  sumMinor: number
  /** Valid stakes of the bets that count towards it. */
  validMinor: number
  /** Credited for the day and not taken back. */
  coins: number
}

const columns = `d.member_id as "memberId", d.day::text as day, d.currency, d.price_minor as "priceMinor", d.sum_minor as "sumMinor",
  d.valid_minor as "validMinor", d.coins`

/**
 * Adds deposits and valid stakes to their days, each of which stays locked until the transaction ends.
 * @param days each member and day once; `priceMinor`: of a day that has neither yet
 */
export const addToDays = (tx: Tx, days: Omit<CoinDay, 'coins'>[]): Promise<CoinDay[]> =>
  rawQuery(
    tx,
    `insert into coin_days as d (member_id, day, currency, price_minor, sum_minor, valid_minor, coins)
     select member_id, day, currency, price_minor, sum_minor, valid_minor, 0
     from unnest($1::text[], $2::date[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[])
       a (member_id, day, currency, price_minor, sum_minor, valid_minor)
     order by member_id, day
     on conflict (member_id, day) do update
       set sum_minor = d.sum_minor + excluded.sum_minor, valid_minor = d.valid_minor + excluded.valid_minor
     returning ${columns}`,
    [
      days.map(({ memberId }) => memberId),
      days.map(({ day }) => day),
      days.map(({ currency }) => currency),
      days.map(({ priceMinor }) => priceMinor),
      days.map(({ sumMinor }) => sumMinor),
      days.map(({ validMinor }) => validMinor),
    ],
  )

/** A member's day, locked until the transaction ends. */
export async function lockDay(tx: Tx, memberId: string, day: string): Promise<CoinDay | undefined> {
  const [row] = await rawQuery<CoinDay>(
    tx,
    `select ${columns} from coin_days d where member_id = $1 and day = $2::date for update`,
    [memberId, day],
  )
  return row
}

/** A day that brings coins which are not credited yet. */
export type DueDay = Pick<CoinDay, 'memberId' | 'day' | 'currency'>

/** The earliest of them. */
export const selectDueDays = (db: Db, limit: number): Promise<DueDay[]> =>
  rawQuery(
    db,
    `select member_id as "memberId", day::text as day, currency from coin_days
     where price_minor > 0 and coins < least(sum_minor, valid_minor) / nullif(price_minor, 0)
     order by day, member_id limit $1`,
    [limit],
  )

/** Takes a deposit off its day. @returns undefined where its deposits were never counted */
export async function takeFromDay(
  tx: Tx,
  { memberId, day, amountMinor }: { memberId: string; day: string; amountMinor: number },
): Promise<CoinDay | undefined> {
  const [row] = await rawQuery<CoinDay>(
    tx,
    // A deposit from before coins were counted is not part of the sum.
    `update coin_days d set sum_minor = greatest(0, sum_minor - $3) where member_id = $1 and day = $2
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
    `select ${columns} from coin_days d where member_id = $1 and day = $2`,
    [memberId, day],
  )
  return row
}

/**
 * Coins that these Bangkok days, both included, brought in a currency, and to how many members.
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
