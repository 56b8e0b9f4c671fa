import { fromMinor, toMinor } from '@krapao/contract/money.ts'
import type { MemberCondition } from '@krapao/contract/slices/bonus/bonus.ts'
import { type Condition, wholeStake } from '@krapao/contract/slices/campaign/content.ts'
import { shownCondition } from '../campaign/public.ts'
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
export const memberConditionOf = ({ basis, maxCashOutMinor, ...terms }: Terms): MemberCondition => ({
  ...shownCondition({ ...terms, maxCashOut: maxCashOutMinor === null ? null : fromMinor(maxCashOutMinor) }),
  basis,
})
