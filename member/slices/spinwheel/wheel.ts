import type { AnswerOf } from '@krapao/contract/client.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../frame/calls/api.ts'

/** The answer of GET /api/spinwheel/setup; amounts in baht or kip. */
export type Setup = AnswerOf<'GET /api/spinwheel/setup'>
export type Spinwheel = NonNullable<Setup['activeSpinwheel']>
export type Slice = Spinwheel['slices'][number]
export type Coupon = AnswerOf<'GET /api/spinwheel/coupon'>[number]
/** What a spin gave. */
export type Prize = Extract<AnswerOf<'POST /api/spinwheel/spin'>, { success: true }>['result']

export const wheelKey = ['spinwheel'] as const
export const setupKey = [...wheelKey, 'setup'] as const
export const couponsKey = [...wheelKey, 'coupons'] as const

/**
 * The active wheel with the member's coins, in the current language; updated through the socket.
 * @param isTurning while the wheel turns, nothing is read: the answer of the spin and the event that follows
 *   make the same figures out of date, and they are read once, when it rests
 */
export function useSetup(isTurning = false) {
  const { i18n } = useTranslation()
  return useQuery({
    enabled: !isTurning,
    queryKey: [...setupKey, i18n.language],
    queryFn: ({ signal }) => api('GET /api/spinwheel/setup', { signal }),
    placeholderData: keepPreviousData,
  })
}

/** The member's coupons, those to claim first; updated through the socket. `isTurning` as above. */
export function useCoupons(isTurning: boolean) {
  const { i18n } = useTranslation()
  return useQuery({
    enabled: !isTurning,
    queryKey: [...couponsKey, i18n.language],
    queryFn: ({ signal }) => api('GET /api/spinwheel/coupon', { signal }),
    placeholderData: keepPreviousData,
  })
}

/**
 * The share of a weight in percent, to two decimals at most: "12.5"; a chance that is there is never shown as
 * "0".
 */
export function shareOf(weight: number, slices: readonly { weight: number }[]): string {
  const sum = slices.reduce((total, one) => total + one.weight, 0)
  if (sum === 0 || weight === 0) return '0'
  const hundredths = Math.round((weight / sum) * 10_000)
  if (hundredths === 0) return '<0.01'
  if (hundredths === 10_000 && weight < sum) return '>99.99'
  return String(hundredths / 100)
}
