import { type Db, rawQuery, type Tx } from '../../../platform/database.ts'
import type { BetName, BetSource, Correction, StoredBet } from './store.ts'
import { validStakeOfRow } from './valid-stake.ts'

/** Corrections as they were reported, whether their bets are stored already or not (rules.md §4.6). */

/** Keeps corrections, each id once. @returns those that were not kept before */
export const insertCorrections = (
  tx: Tx,
  corrections: Correction[],
  { receivedAt, source }: { receivedAt: Date; source: BetSource },
): Promise<Pick<Correction, 'game' | 'id' | 'corrects'>[]> =>
  rawQuery(
    tx,
    `insert into bet_corrections (game, id, corrects, member_id, product, currency, stake_minor, win_minor,
       valid_stake_minor, settled_at, source, received_at)
     select given.*, $11, $12 from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[],
       $7::bigint[], $8::bigint[], $9::bigint[], $10::timestamptz[])
       given (game, id, corrects, member_id, product, currency, stake_minor, win_minor, valid_stake_minor, settled_at)
     where not exists (select from held_bets h where (h.game, h.id) = (given.game, given.id) and h.state <> 'counted')
       and not exists (select from bets b where (b.game, b.id) = (given.game, given.id))
     order by 1, 2
     on conflict (game, id) do nothing returning game, id, corrects`,
    [
      corrections.map(({ game }) => game),
      corrections.map(({ id }) => id),
      corrections.map(({ corrects }) => corrects),
      corrections.map(({ memberId }) => memberId),
      corrections.map(({ product }) => product),
      corrections.map(({ currency }) => currency),
      corrections.map(({ stakeMinor }) => stakeMinor),
      corrections.map(({ winMinor }) => winMinor),
      corrections.map(({ validStakeMinor }) => validStakeMinor),
      corrections.map(({ settledAt }) => settledAt),
      source,
      receivedAt,
    ],
  )

export type KeptCorrection = Correction & { source: BetSource; applied: boolean }

/** All corrections of these bets, of each the oldest first. */
export const selectCorrections = (tx: Tx, bets: BetName[]): Promise<KeptCorrection[]> =>
  rawQuery(
    tx,
    `select game, id, member_id as "memberId", product, currency, stake_minor as "stakeMinor",
       win_minor as "winMinor", null as "placedAt", settled_at as "settledAt", 'corrected' as status,
       valid_stake_minor as "validStakeMinor", corrects, source, applied
     from bet_corrections where (game, corrects) in (select * from unnest($1::text[], $2::text[]))
     order by settled_at, id`,
    namesOf(bets),
  )

/** What counts of a bet: itself, and the differences of its corrections that were applied. */
export type Counted = Pick<StoredBet, 'stakeMinor' | 'winMinor' | 'validStakeMinor'>

/** That of these bets, as far as they are stored. */
export const selectCounted = (tx: Tx, bets: BetName[]): Promise<(BetName & Counted)[]> =>
  rawQuery(
    tx,
    `select asked.game, asked.id, sum(b.stake_minor)::bigint as "stakeMinor", sum(b.win_minor)::bigint as "winMinor",
       sum(${validStakeOfRow})::bigint as "validStakeMinor"
     from unnest($1::text[], $2::text[]) asked (game, id), lateral (
       select * from bets where (game, id) = (asked.game, asked.id)
       union all
       select * from bets where (game, corrects) = (asked.game, asked.id)) b
     group by 1, 2`,
    namesOf(bets),
  )

/** Corrections are in the sums of days. */
export async function markApplied(tx: Tx, corrections: BetName[]): Promise<void> {
  await rawQuery(
    tx,
    `update bet_corrections set applied = true
     where (game, id) in (select * from unnest($1::text[], $2::text[]))`,
    namesOf(corrections),
  )
}

/** Bets that are stored and have corrections that are not applied: both came at the same moment. */
export const selectUncorrected = (db: Db, limit: number): Promise<(BetName & { memberId: string })[]> =>
  rawQuery(
    db,
    `select distinct c.game, c.corrects as id, b.member_id as "memberId"
     from bet_corrections c join bets b on (b.game, b.id) = (c.game, c.corrects) and (b.member_id, b.currency) = (c.member_id, c.currency)
     where not c.applied limit $1`,
    [limit],
  )

const namesOf = (bets: BetName[]): [string[], string[]] => [
  bets.map(({ game }) => game),
  bets.map(({ id }) => id),
]
