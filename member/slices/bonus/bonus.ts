import type { AnswerOf } from '@krapao/contract/client.ts'
import type {
  BonusProgress,
  Bonus as Offered,
  OpenBonus as Open,
} from '@krapao/contract/slices/bonus/bonus.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { api } from '../../frame/calls/api.ts'

/** A bonus on offer; amounts in baht or kip. */
export type Bonus = Offered
/** The member's armed or active bonus, whatever gave it. */
export type OpenBonus = Open
export type Progress = BonusProgress
export type ActiveBonus = AnswerOf<'GET /api/bonus/check/active'>

export const bonusKey = ['bonus'] as const

/** A free credit or code that a person looks at, or has refused of late. */
export type BonusReview = AnswerOf<'GET /api/bonus/reviews'>[number]

/** The member's reviews, newest first: at most one of them waits. */
export function useReviews() {
  const { i18n } = useTranslation()
  return useQuery({
    queryKey: [...bonusKey, 'reviews', i18n.language],
    queryFn: ({ signal }) => api('GET /api/bonus/reviews', { signal }),
  })
}

/**
 * The member's open bonus. While one is active it is also polled: bets that count towards it are read later.
 * @param enabled whether it is asked for at all
 */
export function useOpenBonus(enabled = true) {
  const { i18n } = useTranslation()
  return useQuery({
    queryKey: [...bonusKey, 'open', i18n.language],
    queryFn: ({ signal }) => api('GET /api/bonus/check/active', { signal }),
    enabled,
    refetchInterval: ({ state }) => (state.data?.bonus?.state === 'ACTIVE' ? 15_000 : false),
  })
}

/**
 * The notice of a bonus, with its percentage in the text; undefined while it is loading, and if it cannot be
 * loaded.
 */
export function useNotice(percentFail: number): string | undefined {
  const { i18n } = useTranslation()
  const { data } = useQuery({
    queryKey: ['GET /api/lookup/notice', i18n.language],
    queryFn: ({ signal }) => api('GET /api/lookup/notice', { signal }),
    staleTime: 300_000,
  })
  return data?.notice.replaceAll('%percentFail%', String(percentFail))
}

/** What a cancel would give back to the house now, and leave to the member. */
export function cancelFigures({ state, total, removed, forfeit }: Progress): {
  returned: number
  kept: number
} {
  // At its floor a bonus ends, and what is left of it stays (rules.md §7.3).
  if (state === 'failed') return { returned: 0, kept: total }
  if (state === 'met') return { returned: removed, kept: total - removed }
  return forfeit
}

/**
 * Whether the member may cancel it now: an armed one always, a running one if its terms say so (rules.md
 * §7.3).
 */
export const mayCancel = ({ progress, condition }: OpenBonus): boolean =>
  progress === null || progress.state !== 'running' || condition.mayForfeit

/** What still lacks until its condition is met. */
export const leftOf = ({ current, required }: Progress): number =>
  Math.max(0, Math.round((required - current) * 100) / 100)

/**
 * How a bonus stands that does not just run on; undefined: it does. With open bets it says no more than
 * that, as the end is not near.
 */
export function stateWords(t: TFunction, { progress, openBets }: OpenBonus): string | undefined {
  const state = progress?.state ?? 'running'
  if (state === 'running') return undefined
  return openBets && state !== 'failed' ? t(`bonus.progress.${state}Open`) : t(`bonus.progress.${state}`)
}
