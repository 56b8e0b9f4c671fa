import { approveDeskItem } from '@krapao/contract/slices/desk/approve-desk-item.ts'
import type { OperatorCaller } from '../../platform/http.ts'
import { defineSetting, Type } from '../../platform/settings.ts'

/** Above this amount two different operators must approve (rules.md §6.3). */
export const secondOperatorFrom = {
  THB: defineSetting(
    'desk.secondOperatorFrom',
    Type.Number({ minimum: 0 }),
    20_000,
    'Baht above which a decision on the desk needs two different operators',
  ),
  LAK: defineSetting(
    'desk.secondOperatorFromKip',
    Type.Number({ minimum: 0 }),
    13_000_000,
    'Kip above which a decision on the desk needs two different operators',
  ),
}

/** Items of one page of a queue. */
export const deskPage = 20

/** How many different operators must approve. Both in baht, or both in kip; null: the amount is not known yet. */
export const approvalsNeeded = (amount: number | null, limit: number): number =>
  amount !== null && amount > limit ? 2 : 1

export const mayDecide = (role: OperatorCaller['role']): boolean =>
  approveDeskItem.roles.some((one) => one === role)

/** What an approval says beyond yes, where the item itself does not tell it. */
export interface Statement {
  memberId: string | null
  amountMinor: number | null
}

export type Step =
  /** The same operator has said the same before. */
  | 'second-operator'
  /** Counts, but does not suffice. `afresh`: what others said was something else, and no longer counts. */
  | { kind: 'wait'; afresh: boolean }
  | 'done'

/**
 * What one more approval leads to. Approvals count together only when they name the same member and amount: one that
 * says something else begins anew, so that what takes effect was said by as many different operators as it needs.
 */
export function nextStep(
  standing: (Statement & { operatorId: string })[],
  approval: Statement & { operatorId: string },
  needed: number,
): Step {
  const same = standing.filter(
    (one) => one.memberId === approval.memberId && one.amountMinor === approval.amountMinor,
  )
  const others = same.filter((one) => one.operatorId !== approval.operatorId)
  if (others.length + 1 >= needed) return 'done'
  if (same.length > others.length) return 'second-operator'
  return { kind: 'wait', afresh: same.length < standing.length }
}
