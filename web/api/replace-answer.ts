import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * How many changes of an answer the server does not know of yet; a query of the session before is another
 * one.
 */
const unheard = new WeakMap<Query, number>()

/**
 * Puts something in place of a query's answer, and of the one that is on its way and does not know of it.
 * What was on its way may have brought something else, such as money that came in, so it is asked for again.
 * @param change what is to be shown; a function makes it from what is shown
 * @param until what the server has to hear of first; the last of several changes asks for all of them
 */
export async function replaceAnswer<Answer>(
  queries: QueryClient,
  queryKey: QueryKey,
  change: Answer | ((shown: Answer | undefined) => Answer | undefined),
  until?: () => Promise<unknown>,
): Promise<void> {
  const filter = { queryKey, exact: true }
  const wasAsked = queries.isFetching(filter) > 0
  await queries.cancelQueries(filter)
  queries.setQueryData<Answer>(queryKey, change as never)
  if (!until) {
    if (wasAsked) queries.invalidateQueries(filter)
    return
  }
  const query = queries.getQueryCache().find(filter)
  if (!query) return void (await until().catch(() => {}))
  unheard.set(query, (unheard.get(query) ?? 0) + 1)
  await until().catch(() => {})
  const left = (unheard.get(query) ?? 1) - 1
  unheard.set(query, left)
  if (left === 0) queries.invalidateQueries(filter)
}
