import type { Database } from '../platform/database.ts'
import { demoMemberIds } from './demo.ts'

/**
 * Lets a server start only on a database of its own kind (rules.md §15): a new database becomes what its first start is.
 * A demo's database may go live once none of the demo's people can log in any more.
 * @throws Error that says what to do, for the person who starts the server
 */
export async function claimInstallation(database: Database, isDemo: boolean): Promise<void> {
  const wanted = isDemo ? 'demo' : 'live'
  await database.query('insert into installation (kind) values ($1) on conflict do nothing', [wanted])
  const [row] = await database.query<{ kind: 'demo' | 'live' }>('select kind from installation')
  if (row?.kind === wanted) return
  if (isDemo) {
    throw new Error(
      '  This database is in real use, and a demo would give it people with public passwords. Set DEMO=0, or DATABASE_URL to another database.',
    )
  }
  const people = await database.query<{ name: string }>(
    `select email as name from operators where id like 'demo-%' and is_active
     union all select phone from members where id = any($1::text[]) and is_active`,
    [demoMemberIds],
  )
  if (people.length > 0) {
    const names = people.map(({ name }) => name).join(', ')
    throw new Error(
      `  This database is a demo’s, and anybody can log in as ${names}. Use a new database for real money, or deactivate them first.`,
    )
  }
  await database.query(`update installation set kind = 'live' where kind = 'demo'`)
}
