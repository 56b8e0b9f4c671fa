import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../frame/calls/api.ts'
import { bonusKey } from './bonus.ts'

const perPage = 10

/** What is on offer, in the current language, a page at a time. */
export function useOffers() {
  const { i18n } = useTranslation()
  return useInfiniteQuery({
    queryKey: [...bonusKey, 'list', i18n.language],
    queryFn: async ({ pageParam, signal }) => {
      const query = { page: String(pageParam), limit: String(perPage) }
      const answer = await api('GET /api/bonus', { query, signal })
      // A node of the version before knows no pages, and answers all.
      return Array.isArray(answer) ? { total: answer.length, bonuses: answer } : answer
    },
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * perPage < total ? pages.length + 1 : undefined),
    // One that has moved to the next page meanwhile is in both.
    select: ({ pages }) => [
      ...new Map(pages.flatMap(({ bonuses }) => bonuses).map((bonus) => [bonus.code, bonus])).values(),
    ],
  })
}
