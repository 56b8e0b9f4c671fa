import type { Database } from '../../platform/database.ts'

/** What tests of others ask in the tables of promotions. */

/** How often a code was used, what it gave in minor units, and its uses on each day, the first one first. */
export async function usesOf(
  database: Pick<Database, 'query'>,
  code: string,
): Promise<{ uses: number; givenMinor: number; days: number[] }> {
  const [row] = await database.query<{ uses: number; givenMinor: number }>(
    'select uses, given_minor as "givenMinor" from promotion_uses where code = $1',
    [code],
  )
  const days = await database.query<{ uses: number }>(
    'select uses from promotion_days where code = $1 order by day',
    [code],
  )
  return { ...(row ?? { uses: 0, givenMinor: 0 }), days: days.map(({ uses }) => uses) }
}
