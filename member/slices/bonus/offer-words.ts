import { formatMoney } from '@krapao/web/ui/format.ts'
import type { TFunction } from 'i18next'
import type { Bonus } from './bonus.ts'

/** What a bonus brings, in one line. */
export function offerWords(t: TFunction, { credit, currency }: Bonus): string {
  if (credit.kind === 'free') {
    return t('bonus.offer.free', { amount: formatMoney(credit.amount, currency) })
  }
  return t('bonus.offer.deposit', {
    percent: credit.percent,
    minimum: formatMoney(credit.minDeposit, currency),
    maximum: formatMoney(credit.maxBonus, currency),
  })
}
