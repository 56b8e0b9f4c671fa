import type { FoundItem } from '@krapao/contract/slices/desk/find-items.ts'
import { may } from '@krapao/contract/slices/operator/roles.ts'
import type { DeskQueue } from '../../desk/queue.ts'
import type { OperatorCaller } from '../../platform/http.ts'
import type { Context } from '../context.ts'
import { admitNumberSearch } from '../operator/public.ts'
import { filterOf } from './filter.ts'
import { entriesAt, findPlaces, withOwners } from './list.ts'

/** Of each queue at most. */
const shownOfEach = 5

/**
 * The waiting items of every queue that a search finds, as the search of each queue finds them (rules.md
 * §17.10).
 * @throws Refusal as `admitNumberSearch`
 */
export async function findItems(
  context: Context,
  operator: OperatorCaller,
  search: string,
): Promise<FoundItem[]> {
  await admitNumberSearch(context, operator, 'items', search)
  const filter = filterOf({ q: search }, context.clock.now(), may(operator.role, 'seeNumbers'))
  if (!filter.search) return []
  const inQueue = async (queue: DeskQueue): Promise<FoundItem[]> => {
    const { rows } = await findPlaces(context, operator, queue, filter, { limit: shownOfEach })
    const entries = await entriesAt(queue, rows)
    const named = await withOwners(context, entries)
    return named.map(({ id, createdAt, amount, currency, member }) => ({
      queue: queue.name,
      id,
      createdAt,
      amount,
      currency,
      member,
    }))
  }
  return (await Promise.all(context.desk.queues().map(inQueue))).flat()
}
