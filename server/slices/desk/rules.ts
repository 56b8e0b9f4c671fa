import { compare } from '@krapao/contract/comparison.ts'
import type {
  DeskItem,
  DeskQueueName,
  deskReasons,
  deskSeconds,
} from '@krapao/contract/slices/desk/desk-item.ts'
import { codesOf, type ReasonCode, type reasonCodes } from '@krapao/contract/slices/desk/reason-codes.ts'
import type { Static } from 'typebox'
import type { Choice } from '../../desk/queue.ts'
import type { OperatorCaller } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { defineAmounts } from '../../platform/settings.ts'

/** Above this amount a decision needs two different operators (rules.md §6.3). */
export const secondOperatorFrom = defineAmounts(
  'desk.secondOperatorFrom',
  { THB: 20_000, LAK: 13_000_000 },
  'Amount above which a decision on the desk needs two different operators; withdrawals of a member within 24 hours count together',
)

/** The sum that one operator may approve alone on one Bangkok day (rules.md §6.3). */
export const aloneDailySum = defineAmounts(
  'desk.aloneDailySum',
  { THB: 100_000, LAK: 65_000_000 },
  'Sum that one operator may approve alone on one Bangkok day; beyond it each approval needs a second operator',
)

/** An operator's decision about one item. */
export interface Decision {
  queue: string
  id: string
  choice: Choice
  operator: OperatorCaller
  /** The operator's own words; empty beside a code. */
  reason: string
  reasonCode?: ReasonCode | undefined
  /** `Idempotency-Key` of the call. */
  key?: string | undefined
  /** Of an item that is approved together with others: what the operator saw of it, amount in major units. */
  clearAs?: { amount: number; memberId: string }
}

/**
 * The input of a decision: the item's question, and of an approval member and amount (major units) if the
 * item does not have them, and the proof of a fact.
 */
export interface Said {
  memberId?: string | undefined
  amount?: number | undefined
  /** The chosen transfer, if the item has candidates. */
  transferId?: string | undefined
  /** The item's question as the operator was shown it. */
  question?: string | undefined
  reference?: string | undefined
  /** That the sender is to be remembered, with this note, which may be empty. */
  payerNote?: string | undefined
}

/**
 * The reason of a decision as a call gives it: a code of this queue and choice, own words, or both (rules.md
 * §17.3).
 * @throws Refusal `INVALID_REQUEST` if it is neither, or the code is another queue's
 */
export function reasonIn(
  { queue, choice }: { queue: keyof typeof reasonCodes; choice: Choice },
  { reason, reasonCode }: { reason?: string | undefined; reasonCode?: ReasonCode | undefined },
): Pick<Decision, 'reason' | 'reasonCode'> {
  const wrong = (field: string, why: string) =>
    new Refusal('INVALID_REQUEST', { fields: [{ field, reason: why }] })
  if (reason === undefined && reasonCode === undefined) throw wrong('reason', 'a code or own words')
  if (reasonCode !== undefined && !codesOf(queue, choice).includes(reasonCode)) {
    throw wrong('reasonCode', 'no reason for this decision')
  }
  return { reason: reason?.trim() ?? '', reasonCode }
}

/** The number of items on one page of a queue. */
export const deskPage = 20

/** Why a decision takes a second operator. */
export type SecondBecause = (typeof deskSeconds)[number]

/** The facts that decide about the number of operators. Amounts are of one currency and unit. */
export interface Weight {
  /**
   * Null: not known yet. An approval then has to name it, and a refusal in doubt counts as above the limit.
   */
  amount: number | null
  /** The sum that the item is a part of, if there is one. */
  sum?: number | undefined
  limit: number
  /** The sum that the asking operator has approved alone today, and the limit for that. */
  alone: { sum: number; limit: number }
  /** Bank, account or name of the evidence differs from what the member registered. */
  differs: boolean
  /** Another member may be meant as well as the one whom the approval names. */
  rivalled: boolean
  /** From the queue (see `DeskQueue`). */
  refusalInDoubt: boolean
}

/**
 * Whether a decision gives away money that may be somebody else's; refusing an item that only waits does not.
 */
export const letsGo = (choice: Choice, { refusalInDoubt }: { refusalInDoubt: boolean }): boolean =>
  choice === 'approve' || refusalInDoubt

/** Why a decision takes two different operators; null where one suffices (rules.md §6.3, §17.5). */
export function secondBecause(choice: Choice, weight: Weight): SecondBecause | null {
  const { amount, sum = 0, limit, alone, differs, rivalled } = weight
  if (!letsGo(choice, weight)) return null
  if (choice === 'approve' && differs) return 'DIFFERS'
  if (choice === 'approve' && rivalled) return 'RIVALLED'
  if (amount === null) return choice === 'refuse' ? 'AMOUNT' : null
  if (amount > limit) return 'AMOUNT'
  if (sum > limit) return 'MEMBER_SUM'
  return alone.sum + amount > alone.limit ? 'OPERATOR_SUM' : null
}

/**
 * The content of a vote: the choice, and the member and the amount (satang or att); null if they are not
 * known.
 */
export interface Statement {
  choice: Choice
  memberId: string | null
  amountMinor: number | null
  /** The transfer that an approval chose. */
  transferId: string | null
  /** The question that it answers; null where the item has none. */
  question: string | null
}

/** A vote that waits for a second one. */
export interface CastVote extends Statement {
  operatorId: string
  name: string
  /** Whether its operator is active and may decide at this moment. */
  counts: boolean
  at: Date
  /** The payment's, where the vote names one. */
  reference: string | null
}

export type Step =
  /** The same operator has already voted the same. */
  | 'second-operator'
  /** It counts, but does not suffice. */
  | 'wait'
  | 'done'

/** Whether two votes agree: choice, member, amount, transfer and question. */
export const agree = (statement: Statement, other: Statement): boolean =>
  statement.choice === other.choice &&
  statement.memberId === other.memberId &&
  statement.amountMinor === other.amountMinor &&
  statement.transferId === other.transferId &&
  statement.question === other.question

/**
 * Whether a decision is about the item as it is now: a member or an amount that became known since may be
 * another, and the question may have changed.
 */
export const isAbout = (
  { memberId, amountMinor, question }: Statement,
  item: Pick<Statement, 'memberId' | 'amountMinor' | 'question'>,
): boolean =>
  question === item.question &&
  (item.memberId === null || item.memberId === memberId) &&
  (item.amountMinor === null || item.amountMinor === amountMinor)

/**
 * The effect of one more vote. Votes count together only if they agree and their operators may still decide.
 * A different vote, above all the contrary one, starts over, so that a decision has as many different
 * operators as it needs.
 */
export function nextStep(
  votes: CastVote[],
  said: Statement & { operatorId: string },
  needed: number,
): { step: Step; with: CastVote[] } {
  const same = votes.filter((vote) => vote.counts && agree(vote, said))
  const others = same.filter((vote) => vote.operatorId !== said.operatorId)
  if (others.length + 1 >= needed) return { step: 'done', with: others }
  return { step: same.length > others.length ? 'second-operator' : 'wait', with: others }
}

/**
 * The reasons to wait that put nothing about an item in doubt: money above a limit, a payment that came late,
 * a prize to be handed over. A slip or a transfer waits because its sender, receiver, time or amount is in
 * doubt.
 */
const undoubted: Partial<Record<Static<typeof DeskQueueName>, readonly (typeof deskReasons)[number][]>> = {
  'qr-payment': ['LATE'],
  withdrawal: ['ABOVE_LIMIT'],
  prize: ['PRIZE_REQUESTED'],
}

/** The facts for `isClear`: an item as the asking operator sees it. */
export type Clearness = Pick<
  Static<typeof DeskItem>,
  | 'queue'
  | 'reason'
  | 'member'
  | 'amount'
  | 'evidence'
  | 'votes'
  | 'approvalsNeeded'
  | 'referenceNeeded'
  | 'candidates'
  | 'counterparts'
> & {
  /** The doubts of its queue (`DeskQueue.doubts`). */
  doubts: readonly string[]
}

/**
 * Whether an item may be approved together with others (rules.md §17.3): one person suffices and nobody has
 * voted, member and amount are known, nothing is to be said or chosen, nothing may be the same money,
 * everything that can be compared with the member agrees, it waits for no doubt, and its queue has none: a
 * withdrawal is clear only where it was earned (rules.md §17.12).
 */
export function isClear(item: Clearness): boolean {
  const { queue, reason, member, amount } = item
  if (!undoubted[queue]?.includes(reason) || item.doubts.length > 0) return false
  if (member === null || amount === null) return false
  if (item.approvalsNeeded > 1 || item.votes.length > 0) return false
  if (item.referenceNeeded || item.candidates !== undefined || item.counterparts?.length) return false
  return compare(item, member).every(({ result }) => result === 'same' || result === 'fits')
}
