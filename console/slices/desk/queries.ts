import type { AnswerOf, ParamsOf } from '@krapao/contract/client.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { pollEvery } from '../../app/queries.ts'

export type QueueName = ParamsOf<'GET /api/console/desk/:queue'>['queue']
export type Item = AnswerOf<'GET /api/console/desk/:queue'>['items'][number]
export type Member = NonNullable<Item['member']>

/** The queues that there are, with how much waits; asked again and again. */
export const useQueues = () =>
  useQuery({
    queryKey: ['desk', 'queues'],
    queryFn: ({ signal }) => api('GET /api/console/desk', { signal }),
    refetchInterval: pollEvery,
    select: (desk) => desk.queues,
  })

/** What waits in a queue, oldest first, in pages; those that are shown are asked for again and again. */
export const useItems = (queue: QueueName) =>
  useInfiniteQuery({
    queryKey: ['desk', 'items', queue],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/console/desk/:queue', { params: { queue }, query: { after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    refetchInterval: pollEvery,
  })

/** Members by the beginning of what was typed; nothing below three characters. */
export const useMembers = (search: string) =>
  useQuery({
    queryKey: ['members', search],
    queryFn: ({ signal }) => api('GET /api/console/members', { query: { search }, signal }),
    enabled: search.trim().length >= 3,
    staleTime: 30_000,
  })
