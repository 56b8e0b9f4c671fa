/** The exports of cashback for invites, which give a percentage of a day's loss, too. */
export { lastDays, undecided } from './last-days.ts'
export { fromMinimum, type LossTerms, lossOf, type Sum, shareOfLoss, sumOf } from './loss.ts'
export { idOfCall, untilMoved } from './once.ts'
export { type DayTerms, firstDayOf, lossTermsOf, termsAtEndOf } from './terms.ts'
