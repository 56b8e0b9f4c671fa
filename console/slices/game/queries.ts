import type { AnswerOf } from '@krapao/contract/client.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { usePolling } from '../../app/live.ts'

export type BetDays = AnswerOf<'GET /api/console/bet-days'>
export type BetDay = BetDays['days'][number]

/** The days of bets, newest first; under the key of the desk, because its decisions change them. */
export const useDays = () =>
  useInfiniteQuery({
    queryKey: ['desk', 'days'],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/console/bet-days', { query: { before: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    ...usePolling(),
  })
