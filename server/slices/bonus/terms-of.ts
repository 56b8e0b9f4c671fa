import { fromMinor, toMinor } from '@krapao/contract/money.ts'
import type { MemberCondition } from '@krapao/contract/slices/bonus/bonus.ts'
import { type Condition, wholeStake } from '@krapao/contract/slices/campaign/content.ts'
import type { Terms } from './condition/terms.ts'

/** The terms that are kept with a bonus, of the condition of a campaign. */
export function termsOf({ maxCashOut, ...condition }: Condition): Terms {
  const common = {
    basis: 'credit' as const,
    maxCashOutMinor: maxCashOut === null ? null : toMinor(maxCashOut),
  }
  return condition.mode === 'balance'
    ? { ...condition, ...common }
    : { ...condition, ...common, otherWeight: condition.otherWeight ?? wholeStake }
}

/** Terms as their member sees them. */
export const memberConditionOf = (terms: Terms): MemberCondition => ({
  mode: terms.mode,
  percent: terms.mode === 'turnover' ? terms.multiplePercent : terms.percentSuccess,
  basis: terms.basis,
  weights: terms.mode === 'turnover' ? { ...terms.weights } : {},
  otherWeight: terms.mode === 'turnover' ? terms.otherWeight : 100,
  percentFail: terms.percentFail,
  maxCashOut: terms.maxCashOutMinor === null ? null : fromMinor(terms.maxCashOutMinor),
  mayForfeit: terms.mayForfeit,
  days: terms.days,
})
