import { rawQuery, type Tx } from '../../../platform/database.ts'
import type { Played } from './own-play.ts'
import { type MemberBonus, storedTerms } from './store.ts'

/** The bonuses to which bets are added. */

/** The bonuses of these members that were active at an instant, or later. */
export const selectActiveSince = (
  tx: Tx,
  memberIds: string[],
  since: Date,
): Promise<Pick<MemberBonus, 'memberId' | 'creditedAt' | 'gameVersions'>[]> =>
  rawQuery(
    tx,
    `select member_id as "memberId", credited_at as "creditedAt", game_versions as "gameVersions"
     from member_bonuses
     where member_id = any($1::text[]) and credited_at is not null and (ended_at is null or ended_at >= $2)`,
    [memberIds, since],
  )

/** The active bonuses of these members, to which bets are added; locked until the transaction ends. */
export const lockPlayed = (
  tx: Tx,
  memberIds: string[],
): Promise<
  Pick<
    MemberBonus,
    | 'id'
    | 'memberId'
    | 'terms'
    | 'creditedAt'
    | 'journalId'
    | 'gameVersions'
    | 'ownOpenLeft'
    | 'purses'
    | 'betsBefore'
  >[]
> =>
  rawQuery(
    tx,
    `select id, member_id as "memberId", ${storedTerms}, credited_at as "creditedAt", game_versions as "gameVersions",
       own_open_left as "ownOpenLeft", journal_id as "journalId", purses, bets_before as "betsBefore"
     from member_bonuses where member_id = any($1::text[]) and state = 'ACTIVE'
     order by member_id for no key update`,
    [memberIds],
  )

/**
 * Adds play by bonus, and how many bets it is of; one that reaches its turnover is due at once. A correction
 * may lessen the turnover, but a condition that was met stays met.
 * @returns each bonus with its bets by now, and whether its turnover is reached
 */
export const addPlay = (
  tx: Tx,
  added: Map<string, Played & { bets: number }>,
): Promise<{ id: string; memberId: string; betCount: number; isReached: boolean }[]> =>
  rawQuery(
    tx,
    `update member_bonuses b set
       turnover_minor = greatest(b.turnover_minor + a.minor,
         case when b.turnover_minor >= b.required_minor then b.required_minor else 0 end),
       due_at = case when b.turnover_minor < b.required_minor and b.turnover_minor + a.minor >= b.required_minor
         then null else b.due_at end,
       own_play_minor = b.own_play_minor + a.own_minor, own_open_left = a.own_open_left,
       bet_count = b.bet_count + a.bets
     from unnest($1::text[], $2::bigint[], $3::bigint[], $4::jsonb[], $5::int[]) a (id, minor, own_minor, own_open_left, bets)
     where b.id = a.id
     returning b.id, member_id as "memberId", bet_count as "betCount",
       coalesce(turnover_minor >= required_minor, false) as "isReached"`,
    [
      [...added.keys()],
      [...added.values()].map(({ turnoverMinor }) => turnoverMinor),
      [...added.values()].map(({ ownPlayMinor }) => ownPlayMinor),
      [...added.values()].map(({ ownOpenLeft }) => JSON.stringify(ownOpenLeft)),
      [...added.values()].map(({ bets }) => bets),
    ],
  )
