/** The exports of bonuses for other slices that give money under a condition, or take money out (rules.md §7). */
export { figuresOf, grant, tooMuch, totalOf } from './condition/grant.ts'
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
export { type Applicant, type Offer, refusalOf } from './eligibility.ts'
export { bonusIdOf, giveBonus, lapseOf, offeredBy, type Recipient, readBefore } from './give.ts'
export { wasFunded } from './periods.ts'
export {
  againOf,
  holdForReview,
  requireNoneWaiting,
  strongTies,
  takeYielded,
  tiedReceivers,
} from './review.ts'
export { findReview, refusedAt } from './review-store.ts'
export { openBonusOf, showBonus } from './show.ts'
export { termsOf } from './terms-of.ts'
export { whatIf } from './what-if.ts'
export { requireNoCondition } from './withdrawals.ts'
