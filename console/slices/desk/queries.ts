import type { AnswerOf, ParamsOf } from '@krapao/contract/client.ts'
import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { usePolling } from '../../app/live.ts'

export type QueueName = ParamsOf<'GET /api/console/desk/:queue'>['queue']
export type Queue = AnswerOf<'GET /api/console/desk'>['queues'][number]
export type Item = AnswerOf<'GET /api/console/desk/:queue'>['items'][number]
export type Candidate = NonNullable<Item['candidates']>[number]
export type Counterpart = NonNullable<Item['counterparts']>[number]
export type Member = NonNullable<Item['member']>
export type RefusedCall = AnswerOf<'GET /api/console/members'>['refusedCalls'][number]
type ItemAnswer = AnswerOf<'GET /api/console/desk/:queue/:id'>

/** In the order of a deposit's and a withdrawal's day; a queue that this page does not know yet comes last. */
const order: QueueName[] = [
  'slip',
  'manual-deposit',
  'bank-transfer',
  'bank-twin',
  'qr-payment',
  'return',
  'gift',
  'withdrawal',
  'payout',
  'transfer',
  'reversal',
]
const placeOf = ({ queue }: Queue): number => {
  const place = order.indexOf(queue)
  return place === -1 ? order.length : place
}
const inOrder = (queues: Queue[]): Queue[] => [...queues].sort((a, b) => placeOf(a) - placeOf(b))

/** The queues that there are, in one order for all, with how much waits; kept up to date. */
export const useQueues = () =>
  useQuery({
    queryKey: ['desk', 'queues'],
    queryFn: ({ signal }) => api('GET /api/console/desk', { signal }),
    ...usePolling(),
    select: (desk) => inOrder(desk.queues),
  })

/** What waits in a queue, oldest first, in pages; those that are shown are kept up to date. */
export const useItems = (queue: QueueName) =>
  useInfiniteQuery({
    queryKey: ['desk', 'items', queue],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/console/desk/:queue', { params: { queue } }, { query: { after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    ...usePolling(),
  })

/**
 * One item by its address, waiting or decided, wherever it is in its queue; kept up to date.
 * @param listed the item as the list has it, shown until the answer is there
 */
export const useItem = (queue: QueueName, id: string | undefined, listed: Item | undefined) =>
  useQuery({
    queryKey: ['desk', 'item', queue, id],
    queryFn: ({ signal }) =>
      api('GET /api/console/desk/:queue/:id', { params: { queue, id: id ?? '' } }, { signal }),
    enabled: id !== undefined,
    ...usePolling(),
    placeholderData: listed && ({ state: 'WAITING', item: listed, decision: null } satisfies ItemAnswer),
  })

/** Characters that a search takes at least. */
export const minSearch = 3

/** Members by the beginning of what was typed; nothing below three characters. */
export const useMembers = (search: string) =>
  useQuery({ ...searchFor(search), select: ({ members }) => members })

/** Members as above, and the refused call whose reference was typed. */
export const useFound = (search: string) => useQuery(searchFor(search))

const searchFor = (search: string) =>
  queryOptions({
    queryKey: ['members', search],
    queryFn: ({ signal }) => api('GET /api/console/members', { query: { search }, signal }),
    enabled: search.trim().length >= minSearch,
    staleTime: 30_000,
  })
