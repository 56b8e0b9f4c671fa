/**
 * The state chart of reports of money (rules.md §5.2, §5.3, §18): docs/decisions/0066 draws it, and a test
 * compares the two.
 *
 * `waiting`: nobody is known whose it is, or a payment is not what its code asked for; a person decides.
 * `in-doubt`: whose it is is known; a person says whether it is money that was credited already, under
 * another report. `credited`: to its member. `matched`: it is money of another report, and nothing is
 * credited for it. `internal`: the house sent it from another account of its own. `explained`: two people
 * found that a transfer which contradicts another report is no money of its own. `returning`: two people
 * decided that it goes back to its sender. `returned`: it was sent.
 */
export type ReportState = keyof typeof nextStates

/**
 * Which states may follow each one. A report begins as `waiting`, and mostly leaves it in the transaction
 * that stores it.
 */
export const nextStates = {
  waiting: ['in-doubt', 'credited', 'matched', 'internal', 'explained', 'returning'],
  // `waiting`: its slip failed, and another report has turned out to be what it was compared with.
  'in-doubt': ['waiting', 'credited', 'matched'],
  // By a reversal alone.
  credited: ['waiting'],
  // The report of the same money was taken back, or slip and feed report one reference now, so that it is
  // other money.
  matched: ['waiting', 'in-doubt', 'credited', 'matched'],
  internal: [],
  explained: [],
  returning: ['waiting', 'returned'],
  returned: [],
} as const

/** @throws Error where the chart has no such step */
export function checkStep(from: ReportState, to: ReportState): void {
  if (!(nextStates[from] as readonly string[]).includes(to))
    throw new Error(`a report does not become ${to} after ${from}`)
}

/** The states in which a person has to decide. */
export const waitsForPerson = (state: ReportState): boolean =>
  state === 'waiting' || state === 'in-doubt' || state === 'returning'

/** Whether money goes back to its sender, or has. */
export const isSentBack = ({ state }: { state: ReportState }): boolean =>
  state === 'returning' || state === 'returned'

/** The states of a report whose money is credited or accounted for. */
export const isSettled = ({ state }: { state: ReportState }): boolean =>
  state === 'credited' || state === 'matched' || state === 'internal'

/**
 * SQL: states of money that is credited or on its way back: a report of the same money is not credited as
 * well.
 */
export const placedStates = `('credited', 'returning', 'returned')`
