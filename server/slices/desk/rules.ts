import type { deskSeconds } from '@krapao/contract/slices/desk/desk-item.ts'
import type { Verdict } from '../../platform/desk.ts'
import type { OperatorCaller } from '../../platform/http.ts'
import { defineAmounts } from '../../platform/settings.ts'

/** Above this amount a decision needs two different operators (rules.md §6.3). */
export const secondOperatorFrom = defineAmounts(
  'desk.secondOperatorFrom',
  { THB: 20_000, LAK: 13_000_000 },
  'Amount above which a decision on the desk needs two different operators; withdrawals of a member within 24 hours count together',
)

/** What one operator may let go without a second person on one Bangkok day (rules.md §6.3). */
export const aloneDailySum = defineAmounts(
  'desk.aloneDailySum',
  { THB: 100_000, LAK: 65_000_000 },
  'Sum that one operator may approve alone on one Bangkok day; beyond it each approval needs a second operator',
)

/** What an operator says about one item. */
export interface Decision {
  queue: string
  id: string
  verdict: Verdict
  operator: OperatorCaller
  reason: string
  /** `Idempotency-Key` of the call. */
  key?: string | undefined
}

/** The input of an approval: member and amount (major units), where the item does not have them; proof of a fact. */
export interface Said {
  memberId?: string | undefined
  amount?: number | undefined
  /** The transfer that is chosen, where the item has candidates. */
  transferId?: string | undefined
  reference?: string | undefined
}

/** Items of one page of a queue. */
export const deskPage = 20

/** Why a decision takes a second person. */
export type SecondBecause = (typeof deskSeconds)[number]

/** What the number of operators depends on. Amounts are of one currency and unit. */
export interface Weight {
  /** Null: not known yet. An approval then has to name it, a refusal in doubt is one above the limit. */
  amount: number | null
  /** The sum that the item is a part of, where there is one. */
  sum?: number | undefined
  limit: number
  /** What the asking operator has let go alone today, and may. */
  alone: { sum: number; limit: number }
  /** Bank, account or name of the evidence differs from what the member registered. */
  differs: boolean
  /** As the queue says it (see `DeskQueue`). */
  refusalInDoubt: boolean
}

/** Whether a verdict lets money go that may be somebody else's: what merely waits is refused without effect. */
export const letsGo = (verdict: Verdict, { refusalInDoubt }: { refusalInDoubt: boolean }): boolean =>
  verdict === 'approve' || refusalInDoubt

/** Why a verdict takes two different operators; null where one suffices (rules.md §6.3, §17.5). */
export function secondBecause(verdict: Verdict, weight: Weight): SecondBecause | null {
  const { amount, sum = 0, limit, alone, differs } = weight
  if (!letsGo(verdict, weight)) return null
  if (verdict === 'approve' && differs) return 'DIFFERS'
  if (amount === null) return verdict === 'refuse' ? 'AMOUNT' : null
  if (amount > limit) return 'AMOUNT'
  if (sum > limit) return 'MEMBER_SUM'
  return alone.sum + amount > alone.limit ? 'OPERATOR_SUM' : null
}

/** A verdict, and whose money of which amount (satang or att) it is about; null where nobody knows. */
export interface Statement {
  verdict: Verdict
  memberId: string | null
  amountMinor: number | null
  /** The transfer that an approval chose. */
  transferId: string | null
}

/** A verdict that waits for another one. */
export interface CastVote extends Statement {
  operatorId: string
  name: string
  /** Whether its operator is active and may decide at this moment. */
  counts: boolean
}

export type Step =
  /** The same operator has voted the same before. */
  | 'second-operator'
  /** It counts, but does not suffice. */
  | 'wait'
  | 'done'

/** Whether two votes agree: verdict, member, amount and transfer. */
export const agree = (one: Statement, other: Statement): boolean =>
  one.verdict === other.verdict &&
  one.memberId === other.memberId &&
  one.amountMinor === other.amountMinor &&
  one.transferId === other.transferId

/** Whether a verdict is about the item as it is now: a member or an amount that became known since may be another. */
export const isAbout = (
  { memberId, amountMinor }: Statement,
  item: { memberId: string | null; amountMinor: number | null },
): boolean =>
  (item.memberId === null || item.memberId === memberId) &&
  (item.amountMinor === null || item.amountMinor === amountMinor)

/**
 * The effect of one more vote. Votes count together only when they agree and their operators may still decide. A
 * different vote, above all the contrary one, begins anew, so that a decision has as many different operators as it
 * needs.
 */
export function nextStep(
  votes: CastVote[],
  said: Statement & { operatorId: string },
  needed: number,
): { step: Step; with: CastVote[] } {
  const same = votes.filter((one) => one.counts && agree(one, said))
  const others = same.filter((one) => one.operatorId !== said.operatorId)
  if (others.length + 1 >= needed) return { step: 'done', with: others }
  return { step: same.length > others.length ? 'second-operator' : 'wait', with: others }
}
