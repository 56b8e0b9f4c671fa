import { mendItems } from '../desk/items.ts'
import type { Database } from '../platform/database.ts'
import type { Context } from '../slices/context.ts'

/**
 * Proves that the desk's list has the items that wait, and mends it (docs/decisions/0065). A list to mend is
 * an error: a change of an owner's row was not announced, or a node of a version without the list made it.
 */
export async function proveDesk(
  { desk, log }: Pick<Context, 'desk' | 'log'>,
  database: Database,
): Promise<void> {
  const defects = await mendItems(database, desk)
  if (defects.length === 0) return
  log.error(
    { defects: defects.length, some: defects.slice(0, 5) },
    'the list of the desk was not what waits, and is now',
  )
}
