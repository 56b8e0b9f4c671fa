import { endedServices } from './by-hand/ended.ts'
import { stakeServices } from './condition/stakes.ts'
import { reservationServices } from './review.ts'

/**
 * The exports of bonuses for other slices that give money under a condition, or take money out (rules.md §7),
 * and for the app, which tells bonuses of bets, deposits and readings.
 */
export { onBets } from './bets.ts'
export { waitingEndings } from './by-hand/store.ts'
export { figuresOf, grant, tooMuch, totalOf, totalWithStakes } from './condition/grant.ts'
export { onBetsFunded, ownBefore } from './condition/stakes.ts'
export {
  findBonus,
  findOpen,
  type GivenMoney,
  givenMoneyOf,
  hasActive,
  type MemberBonus,
  type Offered,
  receivedOf,
} from './condition/store.ts'
export { percentOf, type Terms } from './condition/terms.ts'
export { onDeposit, onReversal } from './deposits.ts'
export { type Applicant, type Offer, refusalOf } from './eligibility.ts'
export {
  type BonusVersion,
  bonusIdOf,
  giveBonus,
  lapseOf,
  offeredBy,
  type Recipient,
  readBefore,
} from './give.ts'
export { openBonusFinder } from './open-bonus.ts'
export { fundedSeconds, openSeconds, wasFunded } from './periods.ts'
export {
  addReservation,
  againOf,
  holdForReview,
  requireNoneWaiting,
  strongTies,
  takeYielded,
  tiedReceivers,
} from './review.ts'
export { findReview, findWaiting, refusedAt, waitingReviews } from './review-store.ts'
export { openBonusOf, showBonus } from './show.ts'
export { onReading } from './sweep.ts'
export { termsOf } from './terms-of.ts'
export { whatIf } from './what-if.ts'
export { requireNoCondition } from './withdrawals.ts'
export { freeWon, giveWon, reserveWon, withBudget } from './won.ts'

/** Things of this slice that are made once. */
export const bonusServices = () => ({ ...stakeServices(), ...reservationServices(), ...endedServices() })
