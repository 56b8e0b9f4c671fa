import { approveDeskItem } from '@krapao/contract/slices/desk/approve-desk-item.ts'
import type { Verdict } from '../../platform/desk.ts'
import type { OperatorCaller } from '../../platform/http.ts'
import { defineAmounts } from '../../platform/settings.ts'

/** Above this amount a decision needs two different operators (rules.md §6.3). */
export const secondOperatorFrom = defineAmounts(
  'desk.secondOperatorFrom',
  { THB: 20_000, LAK: 13_000_000 },
  'Amount above which a decision on the desk needs two different operators',
)

/** Items of one page of a queue. */
export const deskPage = 20

/**
 * How many different operators must say so. What merely waits is refused by one; a refusal in doubt (see `DeskQueue`) is
 * like an approval.
 * @param amount with the limit in baht, or both in kip; null: not known yet. An approval then has to name it, a refusal in
 *   doubt is one above the limit.
 */
export function operatorsNeeded(
  verdict: Verdict,
  { amount, limit, refusalInDoubt }: { amount: number | null; limit: number; refusalInDoubt: boolean },
): number {
  const isAbove = amount === null ? verdict === 'refuse' : amount > limit
  return isAbove && (verdict === 'approve' || refusalInDoubt) ? 2 : 1
}

export const mayDecide = (role: OperatorCaller['role']): boolean =>
  approveDeskItem.roles.some((one) => one === role)

/** A verdict, with what an approval names where the item itself does not tell it. */
export interface Statement {
  verdict: Verdict
  memberId: string | null
  amountMinor: number | null
}

export type Step =
  /** The same operator has said the same before. */
  | 'second-operator'
  /** Counts, but does not suffice. `afresh`: what others said was something else, and no longer counts. */
  | { kind: 'wait'; afresh: boolean }
  | 'done'

/** Whether two operators said the same: verdict, member and amount. */
export const agree = (one: Statement, other: Statement): boolean =>
  one.verdict === other.verdict && one.memberId === other.memberId && one.amountMinor === other.amountMinor

/**
 * What one more verdict leads to. Verdicts count together only when they agree: one that says something else, the
 * contrary above all, begins anew, so that what takes effect was said by as many different operators as it needs.
 */
export function nextStep(
  standing: (Statement & { operatorId: string })[],
  said: Statement & { operatorId: string },
  needed: number,
): Step {
  const same = standing.filter((one) => agree(one, said))
  const others = same.filter((one) => one.operatorId !== said.operatorId)
  if (others.length + 1 >= needed) return 'done'
  if (same.length > others.length) return 'second-operator'
  return { kind: 'wait', afresh: same.length < standing.length }
}
