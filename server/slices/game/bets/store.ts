import type { GameCode } from '@krapao/contract/game.ts'
import type { Currency } from '@krapao/contract/money.ts'
import type { BetStatus } from '../../../adapters/game/port.ts'
import { type Db, rawQuery, type Tx } from '../../../platform/database.ts'
import { validStake, validStakeOfRow } from './valid-stake.ts'

/** Where a bet is known from: the provider's report, our question, or a play result that counts as a bet. */
export type BetSource = 'report' | 'asked' | 'play'

/** A settled bet of a member (rules.md §4.6). */
export interface SettledOrVoid {
  game: GameCode
  /** Unique at the game. */
  id: string
  memberId: string
  /** The kind of game, by which turnover is weighted. */
  product: string
  currency: Currency
  stakeMinor: number
  winMinor: number
  /** Null: its provider does not say it. */
  placedAt: Date | null
  settledAt: Date
  status: Exclude<BetStatus, 'corrected'>
  /** The part of the stake that was at risk, as the provider says; null: it does not. */
  validStakeMinor: number | null
  corrects: null
}

/** A correction with an id of its own: the bet `corrects` is as it says from then on. */
export type Correction = Omit<SettledOrVoid, 'status' | 'corrects'> & {
  status: 'corrected'
  corrects: string
}

/** What a provider reports. */
export type Bet = SettledOrVoid | Correction

/** A settled bet of which nothing else is known. */
export const settledBet = (
  bet: Omit<SettledOrVoid, 'placedAt' | 'status' | 'validStakeMinor' | 'corrects'>,
): SettledOrVoid => ({ placedAt: null, status: 'settled', validStakeMinor: null, corrects: null, ...bet })

/** A bet by its name. */
export type BetName = Pick<SettledOrVoid, 'game' | 'id'>

/** The name as a key of maps and sets. */
export const keyOf = ({ game, id }: BetName): string => `${game} ${id}`

/** What counts: a bet, or the differences that a correction makes, which may be negative. */
export interface StoredBet {
  game: GameCode
  id: string
  memberId: string
  product: string
  currency: Currency
  stakeMinor: number
  winMinor: number
  /** The part of the stake that was at risk (`validStake`). */
  validStakeMinor: number
  /** When the bet, or the one that is corrected, was placed; null: its provider does not say it. */
  placedAt: Date | null
  settledAt: Date
  /** When the bet was settled; of a correction: when the bet that it corrects was. */
  firstSettledAt: Date
  /** The Bangkok day that it counts towards, YYYY-MM-DD. */
  countedDay: string
}

/** A bet, or the differences of a correction, with the id of the bet that it corrects, to be stored. */
export type Countable = Omit<StoredBet, 'firstSettledAt'> & { status: BetStatus; corrects: string | null }

/** A settled bet as it is to be stored. */
export const countable = (bet: SettledOrVoid, countedDay: string): Countable => ({
  ...bet,
  validStakeMinor: validStake(bet),
  countedDay,
})

const columns = `game, id, member_id as "memberId", product, currency, stake_minor as "stakeMinor",
  win_minor as "winMinor", placed_at as "placedAt", settled_at as "settledAt", status,
  valid_stake_minor as "validStakeMinor", corrects`

const countedColumns = `game, id, member_id as "memberId", product, currency, stake_minor as "stakeMinor",
  win_minor as "winMinor", ${validStakeOfRow} as "validStakeMinor", placed_at as "placedAt",
  settled_at as "settledAt", counted_day::text as "countedDay", case when corrects is null then settled_at else
    (select o.settled_at from bets o where (o.game, o.id) = (b.game, b.corrects)) end as "firstSettledAt"`

/**
 * Stores the bets that are neither stored yet nor kept aside and adds them to the sums of their days, by one
 * statement. In the order of ids and of members, so that two transactions that store the same bets do not
 * wait for each other in a circle.
 * @returns those that it stored; `isCorrected`: a correction of it came before
 */
export async function insertBets(
  tx: Tx,
  bets: Countable[],
  { receivedAt, source }: { receivedAt: Date; source: BetSource },
): Promise<(StoredBet & { isCorrected: boolean })[]> {
  return rawQuery(
    tx,
    `with fresh as (
       insert into bets (game, id, member_id, product, currency, stake_minor, win_minor, settled_at, counted_day,
         placed_at, status, valid_stake_minor, corrects, received_at, source)
       select given.game, given.id, member_id, product, currency, stake_minor, win_minor, settled_at, counted_day,
         placed_at, status, valid_stake_minor, corrects, $10, $11
       from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[],
         $8::timestamptz[], $9::date[], $12::timestamptz[], $13::text[], $14::bigint[], $15::text[]) with ordinality
         given (game, id, member_id, product, currency, stake_minor, win_minor, settled_at, counted_day,
           placed_at, status, valid_stake_minor, corrects, place)
       where not exists (
         select from held_bets h where (h.game, h.id) = (given.game, given.id) and h.state <> 'counted')
       order by given.game, given.id, place
       on conflict (game, id) do nothing
       returning *
     ), sums as (
       insert into bet_days as d (member_id, day, game, product, currency, bets, stake_minor, win_minor)
       select member_id, counted_day, game, product, currency, count(*) filter (where corrects is null),
         sum(stake_minor), sum(win_minor)
       from fresh group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4
       on conflict (member_id, day, game, product) do update set bets = d.bets + excluded.bets,
         stake_minor = d.stake_minor + excluded.stake_minor, win_minor = d.win_minor + excluded.win_minor
     )
     select ${countedColumns}, exists (select from bet_corrections c
         where (c.game, c.corrects) = (b.game, b.id) and not c.applied) as "isCorrected"
     from fresh b`,
    [
      bets.map(({ game }) => game),
      bets.map(({ id }) => id),
      bets.map(({ memberId }) => memberId),
      bets.map(({ product }) => product),
      bets.map(({ currency }) => currency),
      bets.map(({ stakeMinor }) => stakeMinor),
      bets.map(({ winMinor }) => winMinor),
      bets.map(({ settledAt }) => settledAt),
      bets.map((bet) => bet.countedDay),
      receivedAt,
      source,
      bets.map(({ placedAt }) => placedAt),
      bets.map(({ status }) => status),
      bets.map(({ validStakeMinor }) => validStakeMinor),
      bets.map(({ corrects }) => corrects),
    ],
  )
}

/** Bets as they are stored, and corrections as they were reported, by game and id. */
export async function selectBets(handle: Db | Tx, ids: Pick<Bet, 'game' | 'id'>[]): Promise<Bet[]> {
  return rawQuery<Bet>(
    handle,
    `select ${columns} from bets join unnest($1::text[], $2::text[]) asked (game, id) using (game, id)
     where corrects is null
     union all
     select game, id, member_id, product, currency, stake_minor, win_minor, null, settled_at, 'corrected',
       valid_stake_minor, corrects
     from bet_corrections join unnest($1::text[], $2::text[]) asked (game, id) using (game, id)`,
    [ids.map(({ game }) => game), ids.map(({ id }) => id)],
  )
}

/** What counts of bets and corrections, by their own names. */
export const selectStored = (
  handle: Db | Tx,
  names: BetName[],
): Promise<(StoredBet & { isCorrection: boolean })[]> =>
  rawQuery(
    handle,
    `select ${countedColumns}, corrects is not null as "isCorrection"
     from bets b join unnest($1::text[], $2::text[]) asked (game, id) using (game, id)`,
    [names.map(({ game }) => game), names.map(({ id }) => id)],
  )

/** A bet's place among those of its member. */
export type BetPlace = Pick<StoredBet, 'settledAt' | 'game' | 'id'>

/** A member's bets from an instant on, behind the place of one, in the order in which they were settled. */
export async function selectBetsFrom(
  handle: Db | Tx,
  memberId: string,
  { from, after, limit }: { from: Date; after?: BetPlace; limit: number },
): Promise<StoredBet[]> {
  return rawQuery<StoredBet>(
    handle,
    `select ${countedColumns} from bets b
     where member_id = $1 and (settled_at, game, id) > ($2, $3, $4) and settled_at >= $5
     order by settled_at, game, id limit $6`,
    [memberId, after?.settledAt ?? from, after?.game ?? '', after?.id ?? '', from, limit],
  )
}

/** A bet of a provider that reports bets, as it is by all its corrections. */
export type FinalBet = Pick<StoredBet, 'game' | 'id' | 'stakeMinor' | 'winMinor' | 'placedAt' | 'settledAt'>

/** A member's bets that were settled after an instant, but for those that play results stand for. */
export const selectFinalBets = (handle: Db | Tx, memberId: string, after: Date): Promise<FinalBet[]> =>
  rawQuery(
    handle,
    `select game, id, placed_at as "placedAt", settled_at as "settledAt",
       b.stake_minor + coalesce(c.stake_minor, 0) as "stakeMinor", b.win_minor + coalesce(c.win_minor, 0) as "winMinor"
     from bets b left join lateral (
       select sum(stake_minor)::bigint as stake_minor, sum(win_minor)::bigint as win_minor
       from bets where (game, corrects) = (b.game, b.id)) c on true
     where member_id = $1 and settled_at >= $2 and corrects is null and source <> 'play'`,
    [memberId, after],
  )

/** The sums of a member's bets of one product at one game that count towards a day. */
export interface BetDay {
  memberId: string
  /** Bangkok day, YYYY-MM-DD. */
  day: string
  game: GameCode
  product: string
  currency: Currency
  bets: number
  stakeMinor: number
  winMinor: number
}

const dayColumns = `member_id as "memberId", day::text as day, game, product, currency, bets,
  stake_minor as "stakeMinor", win_minor as "winMinor"`

/** Sums of a day, of the next `limit` members behind `after`, whole and in their order. */
export async function selectDay(
  handle: Db | Tx,
  { day, after, limit }: { day: string; after: string; limit: number },
): Promise<BetDay[]> {
  return rawQuery<BetDay>(
    handle,
    // Member by member: another plan would read the whole day for each page.
    `select ${dayColumns}
     from (
       select distinct member_id as id from bet_days where day = $1 and member_id > $2 order by member_id limit $3
     ) m, lateral (select * from bet_days where member_id = m.id and day = $1 offset 0) d
     order by member_id, game, product`,
    [day, after, limit],
  )
}

/** Sums of a member from one day to another, both included. */
export async function selectDaysOf(
  handle: Db | Tx,
  memberId: string,
  from: string,
  to: string,
): Promise<BetDay[]> {
  return rawQuery<BetDay>(
    handle,
    `select ${dayColumns} from bet_days where member_id = $1 and day between $2 and $3
     order by day, game, product`,
    [memberId, from, to],
  )
}

/**
 * A member's win (positive) or loss by all settled bets of a game, by its code, in minor units. `lastDay`:
 * the last Bangkok day that any of them counts towards, YYYY-MM-DD.
 */
export async function selectSums(
  handle: Db | Tx,
  memberId: string,
): Promise<Map<string, { minor: number; lastDay: string }>> {
  const rows = await rawQuery<{ game: string; minor: number; lastDay: string }>(
    handle,
    `select game, sum(win_minor - stake_minor)::bigint as minor, max(day)::text as "lastDay"
     from bet_days where member_id = $1 group by game`,
    [memberId],
  )
  return new Map(rows.map(({ game, ...sum }) => [game, sum]))
}

/**
 * The valid stakes of members' settled bets since instants of each, in minor units: one list per request, in
 * order, with a sum from each instant to the next one and from the last one on. Of more than `limit` bets the
 * latest are looked at, so that a sum may be too small and is never too large.
 * @param requests `since`: oldest first
 */
export async function selectStakesSince(
  handle: Db | Tx,
  requests: { memberId: string; since: Date[] }[],
  limit: number,
): Promise<number[][]> {
  const times = requests.flatMap(({ memberId, since }, i) =>
    since.map((at) => ({ place: i + 1, memberId, at })),
  )
  if (times.length === 0) return requests.map(() => [])
  const rows = await rawQuery<{ place: number; part: number; minor: number }>(
    handle,
    `select r.place, width_bucket(b.settled_at, r.times) as part, sum(b.minor)::bigint as minor
     from (
       select place, member_id, array_agg(at order by at) as times, min(at) as first
       from unnest($1::int[], $2::text[], $3::timestamptz[]) given (place, member_id, at) group by place, member_id
     ) r, lateral (
       select settled_at, ${validStakeOfRow} as minor
       from bets where member_id = r.member_id and settled_at >= r.first order by settled_at desc limit $4) b
     group by r.place, part`,
    [
      times.map(({ place }) => place),
      times.map(({ memberId }) => memberId),
      times.map(({ at }) => at),
      limit,
    ],
  )
  return requests.map(({ since }, i) =>
    since.map((_, n) => rows.find(({ place, part }) => place === i + 1 && part === n + 1)?.minor ?? 0),
  )
}

/** Whose usernames these are at a provider, and what their accounts there are in. */
export async function selectOwners(
  db: Db,
  code: GameCode,
  usernames: string[],
): Promise<Map<string, { memberId: string; currency: Currency }>> {
  const rows = await rawQuery<{ username: string; memberId: string; currency: Currency }>(
    db,
    `select username, member_id as "memberId", asset as currency from game_accounts
     where code = $1 and username = any($2::text[])`,
    [code, usernames],
  )
  return new Map(rows.map(({ username, ...owner }) => [username, owner]))
}

/** The last day that is closed, YYYY-MM-DD; null where none is. */
export async function selectLastClosedDay(handle: Db | Tx): Promise<string | null> {
  const [row] = await rawQuery<{ day: string | null }>(
    handle,
    'select max(day)::text as day from closed_bet_days',
  )
  return row?.day ?? null
}

/** Closes a day, YYYY-MM-DD, unless it or a later one is closed. @returns whether it did */
export async function insertClosedDay(
  tx: Tx,
  { day, closedAt, unasked }: { day: string; closedAt: Date; unasked: readonly GameCode[] },
): Promise<boolean> {
  const closed = await rawQuery(
    tx,
    `insert into closed_bet_days (day, closed_at, unasked) select $1::date, $2::timestamptz, $3::text[]
     where not exists (select from closed_bet_days where day >= $1::date)
     returning day`,
    [day, closedAt, unasked],
  )
  return closed.length === 1
}
