import type { Desk } from '../../../desk/items.ts'
import type { Waiting } from '../../../desk/queue.ts'
import { type Db, rawQuery, type Tx } from '../../../platform/database.ts'
import type { Bet, BetSource } from './store.ts'

/** A bet that is kept aside until a person lets it count, and why. */
export type DoubtfulBet = Bet & { reason: 'stake' | 'time' }

/** A bet that was kept aside. */
export type HeldBet = DoubtfulBet & {
  /** The id of its item at the desk. */
  number: number
  /** At the provider; null: the account there is gone. */
  username: string | null
  source: Exclude<BetSource, 'play'>
  receivedAt: Date
  state: 'waiting' | 'counted' | 'refused'
  decidedAt: Date | null
  /** When the id was last reported with other content, and with which; null: never while it waited. */
  otherAt: Date | null
  otherStakeMinor: number | null
  otherWinMinor: number | null
  otherSettledAt: Date | null
}

/** Keeps bets aside, each id as it came first. @returns how many of them were not held before */
export async function insertHeld(
  desk: Pick<Desk, 'changed'>,
  tx: Tx,
  bets: DoubtfulBet[],
  source: BetSource,
  now: Date,
): Promise<number> {
  const rows = await rawQuery<{ number: number }>(
    tx,
    `insert into held_bets (game, id, member_id, product, currency, stake_minor, win_minor, settled_at, reason,
       placed_at, status, valid_stake_minor, corrects, source, received_at)
     select *, $14, $15 from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[],
       $7::bigint[], $8::timestamptz[], $9::text[], $10::timestamptz[], $11::text[], $12::bigint[], $13::text[]) given
     order by 1, 2
     on conflict (game, id) do nothing returning number`,
    [
      bets.map(({ game }) => game),
      bets.map(({ id }) => id),
      bets.map(({ memberId }) => memberId),
      bets.map(({ product }) => product),
      bets.map(({ currency }) => currency),
      bets.map(({ stakeMinor }) => stakeMinor),
      bets.map(({ winMinor }) => winMinor),
      bets.map(({ settledAt }) => settledAt),
      bets.map(({ reason }) => reason),
      bets.map(({ placedAt }) => placedAt),
      bets.map(({ status }) => status),
      bets.map(({ validStakeMinor }) => validStakeMinor),
      bets.map(({ corrects }) => corrects),
      source,
      now,
    ],
  )
  const numbers = rows.map(({ number }) => number)
  desk.changed(tx, 'held-bet', numbers)
  return numbers.length
}

const columns = `h.number, h.game, h.id, h.member_id as "memberId", a.username, h.product, h.currency,
    h.stake_minor as "stakeMinor", h.win_minor as "winMinor", h.placed_at as "placedAt",
    h.settled_at as "settledAt", h.status, h.valid_stake_minor as "validStakeMinor", h.corrects, h.reason, h.source,
    h.received_at as "receivedAt", h.state, h.decided_at as "decidedAt", h.other_at as "otherAt",
    h.other_stake_minor as "otherStakeMinor", h.other_win_minor as "otherWinMinor", h.other_settled_at as "otherSettledAt"`
const held = `select ${columns} from held_bets h
  left join game_accounts a on a.member_id = h.member_id and a.code = h.game`

/** Those of reported bets whose id was kept aside and does not count: it waits, or was refused. */
export const selectHeldAmong = (tx: Tx, bets: Pick<Bet, 'game' | 'id'>[]): Promise<HeldBet[]> =>
  rawQuery(
    tx,
    `${held} join unnest($1::text[], $2::text[]) asked (game, id) using (game, id) where h.state <> 'counted'`,
    [bets.map(({ game }) => game), bets.map(({ id }) => id)],
  )

/**
 * Notes what was reported under the ids of bets that wait. One that is being decided, or noted by another
 * report, at this moment is left as it is: nobody waits for a note.
 */
export async function noteOthers(
  tx: Tx,
  others: (Pick<Bet, 'stakeMinor' | 'winMinor' | 'settledAt'> & { number: number })[],
  now: Date,
): Promise<void> {
  await rawQuery(
    tx,
    `update held_bets h
     set other_at = $5, other_stake_minor = o.stake_minor, other_win_minor = o.win_minor, other_settled_at = o.settled_at
     from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::timestamptz[]) o (number, stake_minor, win_minor, settled_at)
     where h.number = o.number and h.number in (
       select number from held_bets where number = any($1::bigint[]) and state = 'waiting' for update skip locked)`,
    [
      others.map(({ number }) => number),
      others.map(({ stakeMinor }) => stakeMinor),
      others.map(({ winMinor }) => winMinor),
      others.map(({ settledAt }) => settledAt),
      now,
    ],
  )
}

export const waitingBets: Waiting = {
  subject: 'held-bet',
  key: 'h.number',
  keyType: 'bigint',
  at: 'h.received_at',
  memberId: 'h.member_id',
  amountMinor: 'h.stake_minor',
  currency: 'h.currency',
  words: `concat_ws(' ', h.number, h.game, h.id)`,
  from: 'held_bets h',
  where: `h.state = 'waiting'`,
}

/** The games of a member's bets that wait for a person, by code. */
export async function selectHeldGames(handle: Db | Tx, memberId: string): Promise<Set<string>> {
  const rows = await rawQuery<{ game: string }>(
    handle,
    `select distinct game from held_bets where member_id = $1 and state = 'waiting'`,
    [memberId],
  )
  return new Set(rows.map(({ game }) => game))
}

/** Those of these that wait. */
export const selectWaiting = (db: Db, numbers: number[]): Promise<HeldBet[]> =>
  rawQuery(db, `${held} where h.number = any($1::bigint[]) and h.state = 'waiting'`, [numbers])

export async function findHeld(db: Db, number: number): Promise<HeldBet | undefined> {
  const [row] = await rawQuery<HeldBet>(db, `${held} where h.number = $1`, [number])
  return row
}

/** Ends the wait of a bet. @returns the bet, and where it is known from; undefined if it does not wait */
export async function endHeld(
  desk: Pick<Desk, 'changed'>,
  tx: Tx,
  number: number,
  { state, operatorId, at }: { state: 'counted' | 'refused'; operatorId: string; at: Date },
): Promise<{ bet: Bet; source: BetSource } | undefined> {
  const [row] = await rawQuery<Bet & { source: BetSource }>(
    tx,
    `update held_bets set state = $2, operator_id = $3, decided_at = $4 where number = $1 and state = 'waiting'
     returning game, id, member_id as "memberId", product, currency, stake_minor as "stakeMinor",
       win_minor as "winMinor", placed_at as "placedAt", settled_at as "settledAt", status,
       valid_stake_minor as "validStakeMinor", corrects, source`,
    [number, state, operatorId, at],
  )
  if (!row) return undefined
  desk.changed(tx, 'held-bet', [number])
  const { source, ...bet } = row
  return { bet: bet as Bet, source }
}
