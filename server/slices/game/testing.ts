import type { GameCode } from '@krapao/contract/game.ts'
import type { Database } from '../../platform/database.ts'
import type { TestApp } from '../../testing/app.ts'

/** Helpers for the tests of this slice, and of those that play. */

type Queries = Pick<Database, 'query'>

/** Has the providers read again, which are cached for two seconds. */
export const forgetProviders = ({ context }: TestApp): void => context.services.providers.clear()

/** Gives providers these settings and no other; without a code, all. */
export async function setProviders(
  database: Queries,
  settings: { timeoutSeconds?: number; settlementWindowSeconds?: number; openBetHours?: number },
  ...codes: GameCode[]
): Promise<void> {
  await database.query(
    'update game_providers set settings = $1::jsonb where code = any($2) or cardinality($2::text[]) = 0',
    [JSON.stringify(settings), codes],
  )
}

/** Takes from all providers their hours of open bets, as an installation was before there were any. */
export async function removeOpenBetHours(database: Queries): Promise<void> {
  await database.query(`update game_providers set settings = settings - 'openBetHours'`)
}

/** Switches a provider on or off. */
export async function switchProvider(database: Queries, code: GameCode, enabled: boolean): Promise<void> {
  await database.query('update game_providers set enabled = $2 where code = $1', [code, enabled])
}

/** A member's account at a provider, which the provider does not know. */
export const storeGameAccount = (database: Queries, memberId: string, code: GameCode, username: string) =>
  database.query(
    `insert into game_accounts (member_id, code, username, asset, sealed_password, activated_at)
     values ($1, $2, $3, 'THB', 'x', now())`,
    [memberId, code, username],
  )

/** One bet each of these members, settled just now. */
export const storeBets = (database: Queries, memberIds: readonly string[]) =>
  database.query(
    `insert into bets (game, id, member_id, product, stake_minor, win_minor, currency, settled_at, received_at, counted_day, source)
     select 'PG', id, id, 'slot', 100, 0, 'THB', now(), now(), current_date, 'report' from unnest($1::text[]) m (id)`,
    [memberIds],
  )

/** The days whose bets are closed. */
export const closedDays = (database: Queries) => database.query('select day from closed_bet_days')

/** How far a job over the days has come: its day, and behind which member; nothing before its first page. */
export async function progressOf(database: Queries, job: 'invite' | 'refund') {
  const [row] = await database.query<{ day: string; after: string }>(
    'select day::text as day, after_member as after from bet_day_jobs where job = $1',
    [job],
  )
  return row
}

/** What statements begin with that close a day and store a job's progress, to kill a node there. */
export const closesDay = 'insert into closed_bet_days'
export const storesProgress = 'update bet_day_jobs'

/** The days that were closed without providers, and which. */
export const closedWithout = (database: Queries) =>
  database.query<{ day: string; unasked: GameCode[] }>(
    `select day::text as day, unasked from closed_bet_days where unasked <> '{}' order by day`,
  )

/** For how many hours a day has waited for providers; undefined: not at all. */
export async function hoursWaited(database: Queries, day: string): Promise<number | undefined> {
  const [row] = await database.query<{ hours: number }>(
    'select hours from bet_day_waits where day = $1::date',
    [day],
  )
  return row?.hours
}
