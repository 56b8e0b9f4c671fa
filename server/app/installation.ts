import { type Database, rawQuery } from '../platform/database.ts'
import { selectActivePhones } from '../slices/account/public.ts'
import { activeDemoOperators } from '../slices/operator/public.ts'
import { demoMemberIds } from './demo/seed.ts'

/**
 * Lets a server start only on a database of its own kind (rules.md §15): the first start decides whether a
 * database is a demo's. A demo's database may be used for real money once none of the demo's people can log
 * in any more.
 * @throws Error that says what to do, for the person who starts the server
 */
export async function claimInstallation({ db }: Database, isDemo: boolean): Promise<void> {
  const wanted = isDemo ? 'demo' : 'live'
  await rawQuery(db, 'insert into installation (kind) values ($1) on conflict do nothing', [wanted])
  const [row] = await rawQuery<{ kind: 'demo' | 'live' }>(db, 'select kind from installation')
  if (row?.kind === wanted) return
  if (isDemo) {
    throw new Error(
      '  This database is in real use, and a demo would give it people with public passwords. Set DEMO=0, or DATABASE_URL to another database.',
    )
  }
  const people = [...(await activeDemoOperators(db)), ...(await selectActivePhones(db, demoMemberIds))]
  if (people.length > 0) {
    const names = people.join(', ')
    throw new Error(
      `  This database is a demo’s, and anybody can log in as ${names}. Use a new database for real money, or deactivate them first.`,
    )
  }
  await rawQuery(db, `update installation set kind = 'live' where kind = 'demo'`)
}
