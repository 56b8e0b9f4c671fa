import { CompiledQuery } from 'kysely'
import type { Db } from '../platform/database.ts'

/**
 * How PostgreSQL carries out the queries that `act` makes: the text of `explain`, of all of them together.
 * @param how options of `explain`; with `analyze` each query is carried out twice
 */
export async function plansOf(
  { db }: { db: Db },
  act: (db: Db) => Promise<unknown>,
  how: '' | '(analyze, timing off)' = '',
): Promise<string> {
  const plans: string[] = []
  const explaining = new Proxy(db, {
    get(target, name) {
      if (name !== 'executeQuery') return Reflect.get(target, name)
      return async (query: CompiledQuery) => {
        const asked = CompiledQuery.raw(`explain ${how} ${query.sql}`, [...query.parameters])
        const { rows } = await db.executeQuery<Record<string, string>>(asked)
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
        return db.executeQuery(query)
      }
    },
  })
  await act(explaining)
  if (plans.length === 0) throw new Error('no query was made')
  return plans.join('\n')
}
