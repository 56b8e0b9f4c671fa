import type { WithdrawalSign } from '@krapao/contract/slices/desk/origin.ts'
import { addSeconds } from '../../platform/clock.ts'
import { defineSetting, Type } from '../../platform/settings.ts'
import type { GivenMoney } from '../bonus/public.ts'
import type { Tie } from '../deposit/public.ts'

/** The signs against paying a withdrawal (rules.md §17.12), without database, clock or network. */

const days = (least: number) => Type.Integer({ minimum: least, maximum: 3650 })
export const clearTurnover = defineSetting(
  'withdraw.clearTurnover',
  Type.Number({ minimum: 0, maximum: 1000 }),
  1,
  'How often deposits have to be staked before a withdrawal is clear',
)
export const clearDepositDays = defineSetting(
  'withdraw.clearDepositDays',
  days(0),
  7,
  'Days whose deposits have to be staked before a withdrawal is clear; the last deposit always has to be',
)
export const clearBonusDays = defineSetting(
  'withdraw.clearBonusDays',
  days(0),
  7,
  'Days within which no money of a bonus, code or prize may have been a member’s own or under a condition for a withdrawal to be clear',
)
export const clearAccountDays = defineSetting(
  'withdraw.clearAccountDays',
  days(0),
  7,
  'Days that a member and the bank account have to be older than for a withdrawal to be clear',
)
export const clearLoginHours = defineSetting(
  'withdraw.clearLoginHours',
  Type.Integer({ minimum: 0, maximum: 8760 }),
  24,
  'Hours before a withdrawal within which no new password and no login on a new device may be for it to be clear',
)

/** The operator's settings. */
export interface ClearTerms {
  turnover: number
  depositDays: number
  bonusDays: number
  accountDays: number
  loginHours: number
}

/** A deposit, and what was staked from it to the next one. Minor units. */
export interface PlayedDeposit {
  postedAt: Date
  amountMinor: number
  stakedMinor: number
}

/** The facts about a withdrawal's member. */
export interface OriginFacts {
  /** When the withdrawal was asked for. */
  at: Date
  /** Oldest first, all of them before it. */
  deposits: readonly PlayedDeposit[]
  given: readonly GivenMoney[]
  memberSince: Date
  bankAccountSince: Date
  /**
   * The last login on a new device that the member has not said to be theirs, or by a new password; null:
   * none.
   */
  newLoginAt: Date | null
  ties: readonly Tie[]
}

/**
 * How much each sign weighs. What makes money somebody else's, or takes it from the house, weighs most; what
 * only says that little is known of a member weighs least. Three of the middle ones, or two of the heavy
 * ones, are as bad as it gets.
 */
const weights: Record<WithdrawalSign, number> = {
  TIED_TO_BLOCKED: 50,
  NO_DEPOSIT: 40,
  NOT_PLAYED: 40,
  NEW_LOGIN: 35,
  BONUS_MONEY: 25,
  NEW_BANK_ACCOUNT: 20,
  NEW_MEMBER: 15,
  TIED: 10,
}

/** A family shares a phone: that alone keeps no withdrawal from being clear. */
const harmless: readonly WithdrawalSign[] = ['TIED']

export interface Judged {
  score: number
  signs: { sign: WithdrawalSign; weight: number; keepsFromClear: boolean }[]
}

/** The signs of a withdrawal, the heaviest first, and the sum of their weights, 100 at most. */
export function judgeOrigin(facts: OriginFacts, terms: ClearTerms): Judged {
  const { at, deposits, given, memberSince, bankAccountSince, newLoginAt, ties } = facts
  const before = (seconds: number) => addSeconds(at, -seconds)
  const newFrom = before(terms.accountDays * 86_400)
  // A network that both used within an hour may be a whole town's.
  const blocked = ties.some(
    ({ isActive, isStrong, reasons }) => !isActive && (isStrong || reasons.includes('INVITER')),
  )
  const turnover = turnoverOf(facts, terms)
  const found: [WithdrawalSign, boolean][] = [
    ['NO_DEPOSIT', deposits.length === 0],
    ['NOT_PLAYED', turnover !== null && turnover.stakedMinor < turnover.requiredMinor],
    ['BONUS_MONEY', given.length > 0],
    ['TIED_TO_BLOCKED', blocked],
    ['NEW_LOGIN', newLoginAt !== null && newLoginAt >= before(terms.loginHours * 3600)],
    ['NEW_BANK_ACCOUNT', bankAccountSince > newFrom],
    ['NEW_MEMBER', memberSince > newFrom],
    ['TIED', ties.some(({ isActive, isStrong }) => isActive && isStrong)],
  ]
  const signs = found
    .flatMap(([sign, is]) =>
      is ? [{ sign, weight: weights[sign], keepsFromClear: !harmless.includes(sign) }] : [],
    )
    .sort((sign, other) => other.weight - sign.weight)
  return {
    score: Math.min(
      100,
      signs.reduce((sum, { weight }) => sum + weight, 0),
    ),
    signs,
  }
}

export interface Turnover {
  since: Date
  stakedMinor: number
  requiredMinor: number
}

/**
 * The stakes since a deposit, and the stakes that are asked for: the deposits from it on, times the turnover.
 * Of the deposits that count, the one since which most is missing; so a small deposit behind a large one does
 * not make the large one played. Null without a deposit.
 */
export function turnoverOf(
  { at, deposits }: Pick<OriginFacts, 'at' | 'deposits'>,
  { turnover, depositDays }: Pick<ClearTerms, 'turnover' | 'depositDays'>,
): Turnover | null {
  const from = addSeconds(at, -depositDays * 86_400)
  let staked = 0
  let paidIn = 0
  let worst: Turnover | null = null
  for (const deposit of deposits.toReversed()) {
    if (worst && deposit.postedAt < from) break
    staked += deposit.stakedMinor
    paidIn += deposit.amountMinor
    const required = Math.ceil(paidIn * turnover)
    if (!worst || required - staked > worst.requiredMinor - worst.stakedMinor) {
      worst = { since: deposit.postedAt, stakedMinor: staked, requiredMinor: required }
    }
  }
  return worst
}
