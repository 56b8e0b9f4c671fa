import { withoutTable } from '../testing/database.ts'
import type { Database } from './database.ts'

/** What tests ask and prepare in the tables of this folder. */

type Queries = Pick<Database, 'query'>

/** Stores settings as an operator's row has them, past what checks them. */
export async function storeSettings(database: Queries, settings: Record<string, unknown>): Promise<void> {
  for (const [key, value] of Object.entries(settings)) {
    await database.query(
      `insert into settings (key, value) values ($1, $2::jsonb)
       on conflict (key) do update set value = excluded.value`,
      [key, JSON.stringify(value)],
    )
  }
}

/** Removes settings, so that the defaults hold; without a key, all. */
export async function removeSettings(database: Queries, ...keys: string[]): Promise<void> {
  await database.query('delete from settings where key = any($1) or cardinality($1::text[]) = 0', [keys])
}

/** Keys of the settings that are stored. */
export const storedSettings = async (database: Queries): Promise<string[]> =>
  (await database.query<{ key: string }>('select key from settings')).map(({ key }) => key)

/** Keys of what limits have counted. */
export const countedKeys = async (database: Queries): Promise<string[]> =>
  (await database.query<{ key: string }>('select key from limiter_turns')).map(({ key }) => key)

/** Forgets what limits have counted. */
export const forgetCounts = (database: Queries) => database.query('delete from limiter_turns')

/** Forgets what calls under a key were answered; of all members, unless one is named. */
export const forgetAnswers = (database: Queries, memberId?: string) =>
  database.query('delete from idempotency_answers where member_id = $1 or $1 is null', [memberId ?? null])

/** The answer of a member's calls is again a claim of another node, for so many seconds from now. */
export const holdElsewhere = (database: Queries, memberId: string, seconds: number) =>
  database.query(
    `update idempotency_answers set status = null, answer = null, holder = 'elsewhere',
       claimed_until = now() + $2::int * interval '1 second' where member_id = $1`,
    [memberId, seconds],
  )

/** Another node has answered a member's calls in the place of this one. */
export const answerElsewhere = (database: Queries, memberId: string, answer: object) =>
  database.query(
    `update idempotency_answers set holder = 'elsewhere', status = 200, answer = $2 where member_id = $1`,
    [memberId, JSON.stringify(answer)],
  )

/** No call can claim its key while `act` runs. */
export const withoutAnswers = <Result>(database: Queries, act: () => Promise<Result>) =>
  withoutTable(database, 'idempotency_answers', act)
