import type { AnswerOf, ParamsOf, QueryOf } from '@krapao/contract/client.ts'
import { queryOptions, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { usePolling } from '../../app/live.ts'

export type QueueName = ParamsOf<'GET /api/console/desk/:queue'>['queue']
export type Queue = AnswerOf<'GET /api/console/desk'>['queues'][number]
export type Item = AnswerOf<'GET /api/console/desk/:queue'>['items'][number]
export type Candidate = NonNullable<Item['candidates']>[number]
export type Counterpart = NonNullable<Item['counterparts']>[number]
export type Evidence = AnswerOf<'GET /api/console/desk/:queue/:id/evidence'>
export type Member = NonNullable<Item['member']>
export type Summary = AnswerOf<'GET /api/console/members/:id/summary'>
export type RefusedCall = AnswerOf<'GET /api/console/members'>['refusedCalls'][number]
export type FoundItem = AnswerOf<'GET /api/console/items'>['items'][number]
export type Decision = AnswerOf<'GET /api/console/decided'>['decisions'][number]
export type DecisionFilter = Omit<QueryOf<'GET /api/console/decided'>, 'before'>
export type FoundChat = AnswerOf<'GET /api/console/chats/find'>['chats'][number]
export type FoundCampaign = AnswerOf<'GET /api/console/campaigns/find'>['campaigns'][number]
type ItemAnswer = AnswerOf<'GET /api/console/desk/:queue/:id'>

/**
 * In the order in which a deposit and a withdrawal pass them; a queue that this page does not know comes
 * last.
 */
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
  'prize',
  'bet-review',
  'bonus-review',
  'bonus-end',
  'campaign',
  'bet-day',
]
const placeOf = ({ queue }: Queue): number => {
  const place = order.indexOf(queue)
  return place === -1 ? order.length : place
}
const inOrder = (queues: Queue[]): Queue[] => [...queues].sort((a, b) => placeOf(a) - placeOf(b))

/** The queues in one fixed order, with the number of items in each; kept current. */
export const useQueues = () => useQuery({ ...deskNow, ...usePolling(), select: inShownOrder })

/** Minutes after which an item has waited too long. */
export const useOldAfter = (): number => useQuery({ ...deskNow, select: oldAfterOf }).data ?? 30

const deskNow = queryOptions({
  queryKey: ['desk', 'queues'],
  queryFn: ({ signal }) => api('GET /api/console/desk', { signal }),
})
type Desk = AnswerOf<'GET /api/console/desk'>
const inShownOrder = ({ queues }: Desk) => inOrder(queues)
const oldAfterOf = ({ oldAfter }: Desk) => oldAfter

/** The banks of what waits in a queue. */
export const useBanks = (queue: QueueName) =>
  useQuery({
    queryKey: ['desk', 'banks', queue],
    queryFn: ({ signal }) => api('GET /api/console/desk/:queue/banks', { params: { queue } }, { signal }),
    // Which banks there are seldom changes; it is asked once each time the filter is opened.
    staleTime: 60_000,
    select: ({ banks }) => banks,
  })

/**
 * What people have decided in a queue, newest first, in pages. @param of one operator, one day (YYYY-MM-DD)
 */
export const useDecided = (
  queue: QueueName,
  of: { operatorId: string | undefined; day: string | undefined },
) =>
  useInfiniteQuery({
    queryKey: ['desk', 'decided', queue, of],
    queryFn: ({ pageParam, signal }) =>
      api(
        'GET /api/console/desk/:queue/decided',
        { params: { queue } },
        { query: { ...of, before: pageParam }, signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  })

/** What people have decided in all queues, newest first, in pages; the first has the sums. */
export const useDecisions = (filter: DecisionFilter) =>
  useInfiniteQuery({
    queryKey: ['desk', 'decisions', filter],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/console/decided', { query: { ...filter, before: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    // All pages that were opened are asked for again, and the sums are counted over all that is found.
    staleTime: 30_000,
    refetchOnWindowFocus: false,
  })

/**
 * What was decided on a day in all queues, in number and sum. @param day YYYY-MM-DD; undefined: nothing is
 * asked
 */
export const useDaySums = ({
  operatorId,
  day,
}: {
  operatorId: string | undefined
  day: string | undefined
}) =>
  useQuery({
    queryKey: ['desk', 'sums', operatorId, day],
    queryFn: ({ signal }) =>
      api('GET /api/console/decisions', {
        query: { day: day ?? '', ...(operatorId !== undefined && { operatorId }) },
        signal,
      }),
    enabled: day !== undefined,
    select: ({ sums }) => sums,
  })

/**
 * One item by its address, waiting or decided, wherever in its queue it is; kept current.
 * @param listed the item as the list has it, shown until the answer arrives
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

/** What a decision about a waiting item needs beyond its facts. Whose money it may be changes seldom. */
export const useEvidence = ({ queue, id }: Pick<Item, 'queue' | 'id'>) =>
  useQuery({
    queryKey: ['desk', 'evidence', queue, id],
    queryFn: ({ signal }) =>
      api('GET /api/console/desk/:queue/:id/evidence', { params: { queue, id } }, { signal }),
    staleTime: 5000,
    // What is uncertain is asked about all the while.
    refetchInterval: ({ state }) => (state.data?.attempts?.mayAsk ? 5000 : false),
  })

/** The minimum length of a search. */
export const minSearch = 3

/** Members by the beginning of the typed text; no search below three characters. */
export const useMembers = (search: string) =>
  useQuery({ ...searchFor(search), select: ({ members }) => members })

/** Members as above, and the refused call with the typed reference. */
export const useFound = (search: string) => useQuery(searchFor(search))

/** What waits in any queue or was decided there, and is found by the same text. */
export const useFoundItems = (search: string) =>
  useQuery({
    queryKey: ['desk', 'found', search],
    queryFn: ({ signal }) => api('GET /api/console/items', { query: { search }, signal }),
    enabled: search.trim().length >= minSearch,
    staleTime: 30_000,
  })

/** Conversations by the same text. */
export const useChatsFound = (search: string) =>
  useQuery({
    queryKey: ['chats', 'looked-up', search],
    queryFn: ({ signal }) => api('GET /api/console/chats/find', { query: { search }, signal }),
    enabled: search.trim().length >= minSearch,
    staleTime: 30_000,
    select: ({ chats }) => chats,
  })

/** Campaigns by the same text. */
export const useCampaignsFound = (search: string) =>
  useQuery({
    queryKey: ['campaigns', 'looked-up', search],
    queryFn: ({ signal }) => api('GET /api/console/campaigns/find', { query: { search }, signal }),
    enabled: search.trim().length >= minSearch,
    staleTime: 30_000,
    select: ({ campaigns }) => campaigns,
  })

const searchFor = (search: string) =>
  queryOptions({
    queryKey: ['members', search],
    queryFn: ({ signal }) => api('GET /api/console/members', { query: { search }, signal }),
    enabled: search.trim().length >= minSearch,
    staleTime: 30_000,
  })

/** Accounts of others that paid for a member; asked for again whenever somebody has decided something. */
export const usePayers = (memberId: string) =>
  useQuery({
    queryKey: ['desk', 'payers', memberId],
    queryFn: ({ signal }) =>
      api('GET /api/console/members/:id/payers', { params: { id: memberId } }, { signal }),
    staleTime: 5000,
  })

/** A member at one look, asked for again while it is seen. */
export const useSummary = (memberId: string) =>
  useQuery({
    queryKey: ['summary', memberId],
    queryFn: ({ signal }) =>
      api('GET /api/console/members/:id/summary', { params: { id: memberId } }, { signal }),
    refetchInterval: usePolling().refetchInterval,
    staleTime: 5000,
  })

/** Asks again for all that is shown of the desk, after a decision. */
export function useReload(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    await Promise.all([['desk'], ['summary']].map((queryKey) => queries.invalidateQueries({ queryKey })))
  }
}
