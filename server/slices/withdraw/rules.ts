import type { AnswerOf } from '@krapao/contract/client.ts'
import { type Currency, fromMinor, toMinor } from '@krapao/contract/money.ts'
import type { Leg } from '../../ledger/public.ts'
import { defineFollowUp } from '../../outside/follow-up.ts'
import {
  legsAlong,
  maySend,
  type Phase,
  phaseBy,
  resolutionKey as resolutionKeyOf,
  type Status,
} from '../../outside/two-phase.ts'
import type { Claim } from '../../outside/work.ts'
import { Refusal } from '../../platform/refusal.ts'
import { requestId } from '../../platform/request-id.ts'
import { defineAmounts, defineSetting, Type } from '../../platform/settings.ts'

/** Decisions about withdrawals (rules.md §6), without database, clock or network. */

export const minWithdrawal = defineAmounts(
  'withdraw.min',
  { THB: 100, LAK: 50_000 },
  'Least that one withdrawal may take',
)
export const maxWithdrawal = defineAmounts(
  'withdraw.max',
  { THB: 50_000, LAK: 30_000_000 },
  'Most that one withdrawal may take',
)
export const dailyCount = defineSetting(
  'withdraw.dailyCount',
  Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  10,
  'Withdrawals of one member on one Bangkok day; failed ones do not count',
)
export const dailySum = defineAmounts(
  'withdraw.dailySum',
  { THB: 200_000, LAK: 120_000_000 },
  'Most that one member may withdraw on one Bangkok day; failed ones do not count',
)
export const autoLimit = defineAmounts(
  'withdraw.autoLimit',
  { THB: 5_000, LAK: 3_000_000 },
  'Withdrawals are paid without an operator as long as a member’s of 24 hours together stay within this amount',
)
export const claimSeconds = defineSetting(
  'withdraw.claimSeconds',
  Type.Number({ minimum: 25, maximum: 600 }),
  30,
  'Seconds after which another node takes over a payout from one that died with it; a call to the bank takes up to 10',
)
export const payoutFollowUp = defineFollowUp('withdraw', 'an unanswered payout', {
  seconds: [2, 4, 8, 15],
  deskAfter: 3600,
  deskSeconds: 30,
})

export const states = ['PENDING', 'APPROVED', 'PAYING', 'UNCERTAIN', 'SUCCESS', 'FAILED'] as const
export type State = (typeof states)[number]

/** The status that the member sees: PAYING and UNCERTAIN are internal and shown as APPROVED. */
export const shownStatus = (state: State): AnswerOf<'POST /api/wallet/withdraw'>['status'] =>
  state === 'PAYING' || state === 'UNCERTAIN' ? 'APPROVED' : state

/**
 * 30 letters and digits, the same for the same member and key: the withdrawal's id, and the payout's at the
 * bank.
 */
export const withdrawalIdOf = (memberId: string, reference: string): string =>
  `wd${requestId('withdraw', memberId, reference)}`

export const holdKey = (id: string): string => `withdraw:${id}`
export const resolutionKey = (id: string, phase: Phase): string => resolutionKeyOf(holdKey(id), phase)

/** The withdrawal of a key made by `resolutionKey`. */
export const withdrawalIdIn = (key: string): string => key.slice(key.lastIndexOf(':') + 1)

/** The operator's limits; amounts in baht or kip, as in the settings and the answers. */
export interface Limits {
  minimum: number
  maximum: number
  dailyCount: number
  dailySum: number
}

/** A member's withdrawals on a Bangkok day. */
export interface Today {
  count: number
  sumMinor: number
}

/**
 * Whether an amount may be withdrawn now (rules.md §6.2), in this order: minimum, maximum, count of the day,
 * sum of the day.
 * @throws Refusal `WITHDRAW_MINIMUM`, `WITHDRAW_MAXIMUM`, `WITHDRAW_DAILY_COUNT`, `WITHDRAW_DAILY_SUM`; the
 *   amounts in the details are baht or kip
 */
export function requireWithin(amountMinor: number, limits: Limits, today: Today): void {
  const { minimum, maximum, dailyCount, dailySum } = limits
  if (amountMinor <= 0 || amountMinor < toMinor(minimum)) throw new Refusal('WITHDRAW_MINIMUM', { minimum })
  if (amountMinor > toMinor(maximum)) throw new Refusal('WITHDRAW_MAXIMUM', { maximum })
  if (today.count >= dailyCount) throw new Refusal('WITHDRAW_DAILY_COUNT', { maximum: dailyCount })
  if (today.sumMinor + amountMinor > toMinor(dailySum)) {
    const left = fromMinor(Math.max(0, toMinor(dailySum) - today.sumMinor))
    throw new Refusal('WITHDRAW_DAILY_SUM', { maximum: dailySum, left })
  }
}

/** The operator's settings: limits by currency, and the banks to which can be paid. */
export interface Terms {
  of: Record<Currency, Limits & { autoLimitMinor: number }>
  banks: Set<string>
}

/** The facts about a withdrawal and its member's others when it was asked for. */
interface Known {
  /** The withdrawal itself, if it was begun before. */
  begun: { state: State; amountMinor: number } | undefined
  today: Today
  /** Whether the member has an active bonus. */
  hasBonus: boolean
}

/**
 * The only place that decides whether a member may withdraw an amount now.
 * @returns the state of the withdrawal if it was begun before; `has-bonus`: not while the member's bonus is
 *   active
 * @throws Refusal `IDEMPOTENCY_CONFLICT`, `NO_BANK`; and as `requireWithin`
 */
export function judge(
  amountMinor: number,
  { currency, bankCode }: { currency: Currency; bankCode: string },
  { begun, today, hasBonus }: Known,
  { of, banks }: Terms,
): 'may' | 'has-bonus' | State {
  if (begun) {
    if (begun.amountMinor !== amountMinor) throw new Refusal('IDEMPOTENCY_CONFLICT')
    return begun.state
  }
  requireWithin(amountMinor, of[currency], today)
  if (hasBonus) return 'has-bonus'
  if (!banks.has(bankCode)) throw new Refusal('NO_BANK')
  return 'may'
}

/**
 * The state in which a withdrawal begins (rules.md §6.3): it is paid automatically while the member's
 * withdrawals of 24 hours together stay within the limit. Amounts in satang or att; `recentMinor`: the
 * member's other withdrawals of these hours.
 */
export const firstState = (
  amountMinor: number,
  { recentMinor, autoLimitMinor }: { recentMinor: number; autoLimitMinor: number },
): 'APPROVED' | 'PENDING' => (recentMinor + amountMinor <= autoLimitMinor ? 'APPROVED' : 'PENDING')

/** An account number as it may be written to a journal: the last four digits. */
export const masked = (accountNo: string): string =>
  accountNo.slice(-4).padStart(Math.max(accountNo.length, 4), 'x')

/** Legs of a withdrawal's hold, or of its end: paid (`posted`) or returned (`voided`). */
export function legsOf(
  phase: 'pending' | Phase,
  { memberId, currency, amountMinor }: { memberId: string; currency: Currency; amountMinor: number },
): Leg[] {
  const account = (name: string) => ({ member: memberId, name })
  const path = { from: account('wallet'), held: account('withdrawing'), to: { house: 'payout' as const } }
  return legsAlong(path, phase, { asset: currency, amountMinor })
}

/**
 * The step of a node with a claimed payout by the bank's status (rules.md §6.3): only "unknown id" sends it
 * again, under the same id. A payout in review leaves review first, because an operator may say at any moment
 * that it was not paid.
 */
export const nextByStatus = (status: Status, isInReview: boolean): Phase | 'wait' | 'send' | 'leave-review' =>
  phaseBy(status, isInReview ? 'leave-review' : 'send')

/** Whether a node may still send a claimed payout: the rest of the claim must be enough for the call. */
export const maySendUnder = (claim: Pick<Claim, 'heldSeconds'>, claimSeconds: number): boolean =>
  maySend(claim.heldSeconds(), claimSeconds / 2)
