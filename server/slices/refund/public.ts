/**
 * The exports of cashback: for invites, which give a percentage of a day's loss, too, and for the app.
 */
export { carryOver, firstOfMonth, setAgainst } from './carry.ts'
export { calculateCashback } from './daily.ts'
export { lastDays, undecided } from './last-days.ts'
export {
  bonusLossOf,
  countedLoss,
  fromMinimum,
  type LossTerms,
  lossOf,
  type Sum,
  shareOfLoss,
  sumOf,
} from './loss.ts'
export { idOfCall, untilMoved } from './once.ts'
export { addFunded, selectFunded } from './store.ts'
export { type DayTerms, firstDayOf, lossTermsOf, termsAtEndOf } from './terms.ts'
