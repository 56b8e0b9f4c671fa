import { fromMinor, toMinor } from '@krapao/contract/money.ts'
import type { MemberCondition } from '@krapao/contract/slices/bonus/bonus.ts'
import type { Condition } from '@krapao/contract/slices/campaign/content.ts'
import type { Terms } from './condition/terms.ts'

/** The terms that are kept with a bonus, of the condition of a campaign. */
export const termsOf = ({ maxCashOut, ...condition }: Condition): Terms => ({
  ...condition,
  maxCashOutMinor: maxCashOut === null ? null : toMinor(maxCashOut),
})

/** Terms as their member sees them. */
export const memberConditionOf = (terms: Terms): MemberCondition => ({
  mode: terms.mode,
  percent: terms.mode === 'turnover' ? terms.multiplePercent : terms.percentSuccess,
  weights: terms.mode === 'turnover' ? { ...terms.weights } : {},
  percentFail: terms.percentFail,
  maxCashOut: terms.maxCashOutMinor === null ? null : fromMinor(terms.maxCashOutMinor),
  mayForfeit: terms.mayForfeit,
  days: terms.days,
})
