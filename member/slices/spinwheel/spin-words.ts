import type { AnswerOf } from '@krapao/contract/client.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import type { TFunction } from 'i18next'
import type { Coupon } from './wheel.ts'

/** Why a spin or a claim gave nothing. */
export type SpinError =
  | Extract<AnswerOf<'POST /api/spinwheel/spin'>, { success: false }>['error']
  | Extract<AnswerOf<'POST /api/spinwheel/coupon/claim'>, { success: false }>['error']

/** The text of the server's code under the wheel's own error texts (product.md §8 Handling). */
export const spinErrorText = (t: TFunction, error: SpinError): string => t(`spin.error.${error}`)

/** What a coupon brings: money, coins, or undefined for a bonus or an item. */
export function worthOf(t: TFunction, { type, amount, currency }: Coupon): string | undefined {
  if (type === 'CREDIT') return formatMoney(amount, currency)
  if (type === 'COIN') return t('spin.coins', { count: amount })
  return undefined
}

/** The whole days that a coupon could still be claimed if nothing kept it. */
export function timeLeftOf(t: TFunction, { expiresAt }: Pick<Coupon, 'expiresAt'>, now: number): string {
  const days = Math.floor((Date.parse(expiresAt) - now) / 86_400_000)
  return days > 0 ? t('spin.coupon.days', { count: days }) : t('spin.coupon.lessThanDay')
}

/**
 * Whether the prize is called by what it brings, as most are: then the amount need not stand beside its name.
 */
export const isCalledByWorth = ({ prize, amount }: Pick<Coupon, 'prize' | 'amount'>): boolean =>
  (prize.name.match(/\d[\d,]*(?:\.\d+)?/g) ?? []).some(
    (figure) => Number(figure.replaceAll(',', '')) === amount,
  )
