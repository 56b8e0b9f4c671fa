import type { Currency } from '@krapao/contract/money.ts'
import type { MemberCondition } from '@krapao/contract/slices/bonus/bonus.ts'
import { i18n } from '@krapao/web/i18n/i18n.ts'
import { formatFigure, formatMoney, formatNeeded } from '@krapao/web/ui/format.ts'
import type { TFunction } from 'i18next'

/** What the condition is about, as far as it is known before the money comes in. */
export interface About {
  currency: Currency
  /** The amount that will be received, baht or kip, if it is known. */
  amount?: number
  /** The bonus comes with a deposit, which is counted with it. */
  withDeposit?: boolean
}

/** A condition in plain sentences: what is needed, what counts, when it fails, how long, what is kept. */
export function conditionWords(t: TFunction, condition: MemberCondition, about: About): string[] {
  const { percentFail, days, maxCashOut, mayForfeit } = condition
  return [
    target(t, condition, about),
    ...counted(t, condition),
    t('bonus.condition.fail', { percent: percentFail }),
    t('bonus.condition.days', { count: days }),
    ...(maxCashOut === null
      ? []
      : [t('bonus.condition.maximum', { amount: formatMoney(maxCashOut, about.currency) })]),
    t('bonus.condition.withdraw'),
    t(mayForfeit ? 'bonus.condition.forfeit' : 'bonus.condition.noForfeit'),
  ]
}

function target(
  t: TFunction,
  { mode, percent }: MemberCondition,
  { currency, amount, withDeposit }: About,
): string {
  if (mode === 'balance') return t('bonus.condition.balance', { percent: formatFigure(percent) })
  const times = timesOf(percent)
  if (withDeposit) return t('bonus.condition.turnover', { times })
  if (amount === undefined) return t('bonus.condition.turnoverAny', { times })
  return t('bonus.condition.turnoverOf', {
    times,
    amount: formatMoney(amount, currency),
    // To whole satang, upwards, as the server calculates it.
    required: formatNeeded(Math.ceil((Math.round(amount * 100) * percent) / 100) / 100, currency),
  })
}

/** 500 percent → "5"; 250 → "2.5". */
export const timesOf = (percent: number): string => String(percent / 100)

/** How much of a stake counts, where it is not all of it; no sentence if it always is. */
export function counted(t: TFunction, { mode, weights }: MemberCondition): string[] {
  const products = Object.entries(weights)
  if (mode === 'balance' || products.length === 0) return []
  const shares = products.map(([product, percent]) =>
    t('bonus.product.share', { product: productName(t, product), percent }),
  )
  return [t('bonus.condition.weights', { products: shares.join(', ') })]
}

/** The name of a product; one that this version does not know keeps its code. */
export function productName(t: TFunction, product: string): string {
  const key = `bonus.product.${product}`
  return product !== 'share' && i18n.exists(key) ? (t as (key: string) => string)(key) : product
}
