import { percentOfUp } from '@krapao/contract/money.ts'
import { percentOf, type Terms, type TurnoverTerms } from './terms.ts'

/**
 * Decisions about running bonuses (rules.md §7.2, §7.3), without database, clock or network. All amounts in
 * minor units.
 */

/** The facts when the bonus was credited; they never change. */
export interface Credited {
  terms: Terms
  /** The deposit that brought the bonus; 0 where none did. */
  depositMinor: number
  bonusMinor: number
  /** The member's total balance just after the credit, and what was staked on bets then. */
  baseMinor: number
  expiresAt: Date
  /** Whether the deposit that brought it was taken back since. */
  isReversed?: boolean
}

/** The facts of now. */
export interface Facts {
  /** Weighted stakes of bets that were settled since the credit. */
  turnoverMinor: number
  /** Wallet, games and what is in transit between them. */
  totalMinor: number
  /**
   * The member's own money that came in since the credit, less what was taken back: deposits, withdrawals
   * that failed, reversals, results of bets that were placed before the credit, and play results from before
   * it that were read after it. Other play and transfers are none of it.
   */
  addedMinor: number
  /** Money that has left one place and not reached the next, and stakes of bets that are not settled. */
  openMinor: number
  /** The member's own purse (rules.md §7.6); undefined: it was not asked for, or nothing says it. */
  purseMinor?: number | undefined
  now: Date
}

export type ConditionState = 'running' | 'met' | 'failed' | 'expired' | 'reversed'

/** A decision with everything that explains it. */
export interface Progress {
  state: ConditionState
  /** Turnover or total balance, whichever the terms ask for, and what it has to reach. */
  currentMinor: number
  requiredMinor: number
  /** The bonus has failed when the total balance is at or below this and nothing is open. */
  floorMinor: number
  /** Wallet, games and money in transit between them, and the member's money under way (`Facts`). */
  totalMinor: number
  openMinor: number
  /** The member's own money in the total balance, had nothing been won or lost. */
  ownMinor: number
  /** Removed from the winnings when the bonus finishes now (`maxCashOutMinor`). */
  removedMinor: number
  /** The sums that a forfeit would give back to the house now, and leave to the member. */
  forfeit: { returnedMinor: number; keptMinor: number }
}

/**
 * The progress of a bonus. A condition that is met stays met, whatever else holds: a member who has played
 * enough never learns that the bonus failed or expired. Only a deposit that was taken back ends it all the
 * same.
 * @param leastFloorMinor the floor of a small base (`bonus.leastFloor`)
 */
export function evaluate(credited: Credited, facts: Facts, leastFloorMinor: number): Progress {
  const { terms, bonusMinor, baseMinor, expiresAt, isReversed = false } = credited
  const { totalMinor, addedMinor, openMinor, turnoverMinor, purseMinor, now } = facts
  const ownMinor = Math.max(0, baseMinor - bonusMinor + addedMinor)
  const floorMinor = Math.max(leastFloorMinor, percentOf(basisOf(credited), terms.percentFail))

  const currentMinor = terms.mode === 'turnover' ? turnoverMinor : totalMinor
  const requiredMinor = requiredOf(credited, addedMinor)

  const isMet = currentMinor >= requiredMinor
  const hasFailed = openMinor === 0 && totalMinor <= floorMinor
  const byCondition = isMet ? 'met' : hasFailed ? 'failed' : now >= expiresAt ? 'expired' : 'running'
  return {
    state: isReversed ? 'reversed' : byCondition,
    currentMinor,
    requiredMinor,
    floorMinor,
    totalMinor,
    openMinor,
    ownMinor,
    removedMinor: removedAtFinish(terms, { totalMinor, ownMinor: purseMinor ?? ownMinor }),
    forfeit: forfeitOf({ totalMinor, ownMinor, bonusMinor, purseMinor }),
  }
}

type Amounts = Pick<Credited, 'terms' | 'depositMinor' | 'bonusMinor' | 'baseMinor'>

/** The money of which the terms say percentages. */
const basisOf = ({ terms, depositMinor, bonusMinor, baseMinor }: Amounts): number =>
  terms.basis === 'credit' ? depositMinor + bonusMinor : baseMinor

/**
 * The figure that turnover or total balance has to reach (rules.md §7.2). A member's own money is no success
 * at play: a balance has to reach it beside the percentage of the basis, with what came in and went out.
 * @param addedMinor as in `Facts`; 0: just after the credit
 */
export function requiredOf(credited: Amounts, addedMinor = 0): number {
  const { terms, baseMinor } = credited
  if (terms.mode === 'turnover') return turnoverOf(terms, credited)
  const basisMinor = basisOf(credited)
  const ofBasisMinor = percentOfUp(basisMinor, terms.percentSuccess)
  // Bonuses from before: what went out lowers nothing.
  if (terms.basis === 'total') return ofBasisMinor + Math.max(0, addedMinor)
  return ofBasisMinor + Math.max(0, baseMinor - basisMinor + addedMinor)
}

/** The turnover that meets a condition; null where the balance decides. */
export const requiredTurnover = (
  terms: Terms,
  { depositMinor, bonusMinor }: Pick<Credited, 'depositMinor' | 'bonusMinor'>,
): number | null => (terms.mode === 'turnover' ? turnoverOf(terms, { depositMinor, bonusMinor }) : null)

const turnoverOf = (
  { multiplePercent }: TurnoverTerms,
  { depositMinor, bonusMinor }: Pick<Credited, 'depositMinor' | 'bonusMinor'>,
): number => percentOfUp(depositMinor + bonusMinor, multiplePercent)

function removedAtFinish(
  { maxCashOutMinor }: Terms,
  { totalMinor, ownMinor }: { totalMinor: number; ownMinor: number },
): number {
  return maxCashOutMinor === null ? 0 : Math.max(0, totalMinor - ownMinor - maxCashOutMinor)
}

/**
 * The bonus and what it has won go back, the member's own purse stays (rules.md §7.3). Where nothing says
 * what is in it, a member has played with own money first, and only then with the bonus.
 */
function forfeitOf({
  totalMinor,
  ownMinor,
  bonusMinor,
  purseMinor,
}: {
  totalMinor: number
  ownMinor: number
  bonusMinor: number
  purseMinor: number | undefined
}): Progress['forfeit'] {
  const leftMinor = Math.min(Math.max(0, totalMinor - bonusMinor), ownMinor)
  const keptMinor = Math.min(totalMinor, purseMinor ?? leftMinor)
  return { returnedMinor: totalMinor - keptMinor, keptMinor }
}
