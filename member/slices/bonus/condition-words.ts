import type { Currency } from '@krapao/contract/money.ts'
import type { MemberCondition } from '@krapao/contract/slices/bonus/bonus.ts'
import { i18n } from '@krapao/web/i18n/i18n.ts'
import { formatFigure, formatMoney } from '@krapao/web/ui/format.ts'
import type { TFunction } from 'i18next'

/** Where a condition is told. */
export interface About {
  currency: Currency
  /** The bonus comes with a deposit, which is counted with it. */
  withDeposit?: boolean
  /** Below the note of its cost, which has said what is locked until when, and how it ends. */
  belowCost?: boolean
}

/**
 * A condition in plain sentences, each term once: what is locked until when, how the target is calculated,
 * what counts, what is kept, when it fails, and at last how and when it ends. What the cost has said is left
 * out.
 */
export function conditionWords(
  t: TFunction,
  condition: MemberCondition,
  { currency, withDeposit, belowCost }: About,
): string[] {
  const { mode, percent, percentFail, maxCashOut } = condition
  const times = timesOf(percent)
  return [
    ...(belowCost ? [] : [t('bonus.condition.withdraw')]),
    mode === 'balance'
      ? t(balanceSentence(condition, withDeposit), { percent: formatFigure(percent) })
      : t(withDeposit ? 'bonus.condition.turnover' : 'bonus.condition.turnoverAny', { times }),
    ...counted(t, condition),
    ...(maxCashOut === null
      ? []
      : [t('bonus.condition.maximum', { amount: formatMoney(maxCashOut, currency) })]),
    t(failSentence(condition, withDeposit), { percent: percentFail }),
    t('bonus.condition.other'),
    ...(belowCost ? [] : endWords(t, condition)),
  ]
}

function balanceSentence({ basis }: MemberCondition, withDeposit?: boolean) {
  if (basis === 'total') return 'bonus.condition.balanceTotal'
  return withDeposit ? 'bonus.condition.balance' : 'bonus.condition.balanceAny'
}

function failSentence({ basis }: MemberCondition, withDeposit?: boolean) {
  if (basis === 'total') return 'bonus.condition.failTotal'
  return withDeposit ? 'bonus.condition.fail' : 'bonus.condition.failAny'
}

/** Whether it may be cancelled, when it ends by itself, and what is taken then. */
export const endWords = (t: TFunction, { mayForfeit, days }: MemberCondition): string[] => [
  t(mayForfeit ? 'bonus.cost.cancel' : 'bonus.cost.noCancel', { count: days }),
  t('bonus.cost.taken'),
]

/**
 * A total in a sentence, and how much of it is in transit: wallet and games, which the member sees, come to
 * less.
 */
export const totalWords = (t: TFunction, currency: Currency, total: number, inTransit: number): string => {
  const money = formatMoney(total, currency)
  if (inTransit === 0) return money
  return t('bonus.withTransit', { total: money, inTransit: formatMoney(inTransit, currency) })
}

/** 500 percent → "5"; 250 → "2.5". */
export const timesOf = (percent: number): string => String(percent / 100)

/** How much of a stake counts, where it is not all of it; no sentence if it always is. */
export function counted(t: TFunction, { mode, weights, otherWeight: percent }: MemberCondition): string[] {
  const products = Object.entries(weights)
  const countsInFull = percent === 100 && products.length === 0
  if (mode === 'balance' || countsInFull) return []
  const shares = products.map(([product, percent]) =>
    t('bonus.product.share', { product: productName(t, product), percent }),
  )
  const others = percent === 0 ? t('bonus.product.noOthers') : t('bonus.product.others', { percent })
  if (products.length === 0) return [others]
  return [`${t('bonus.condition.weights', { products: shares.join(', ') })} ${others}`]
}

/** Texts beside the names of products. */
const notProducts = ['share', 'others', 'noOthers']

/** The name of a product; one that this version does not know keeps its code. */
export function productName(t: TFunction, product: string): string {
  const key = `bonus.product.${product}`
  return !notProducts.includes(product) && i18n.exists(key) ? (t as (key: string) => string)(key) : product
}
