import { defineSetting, Type } from '../../../platform/settings.ts'
import { couldBeOneSender, type SenderAccount, sendersAgree } from '../payers/sender-rules.ts'

/** How far apart the two times of one transfer may be (rules.md §5.2). */
export const matchMinutes = defineSetting(
  'deposit.match.minutes',
  Type.Integer({ minimum: 1, maximum: 120 }),
  10,
  'Minutes that the time on a slip and the time in the bank’s feed may differ for one transfer: an equal amount of the same sender within them is not credited twice without an operator',
)
export const matchSilentMinutes = defineSetting(
  'deposit.match.silentMinutes',
  Type.Integer({ minimum: 0, maximum: 1440 }),
  60,
  'Minutes before the upload of a slip in which its transfer may have been made, if no verifier reported its time',
)

export interface MatchLimits {
  minutes: number
  silentMinutes: number
}

/**
 * A transfer as one source, slip or feed, reports it. Currency and amount are equal wherever two are
 * compared.
 */
export interface ReportedTransfer extends SenderAccount {
  /** The member whose transfer it is, if known. */
  memberId: string | null
  /** When it was made. A slip without a time has the time of its upload. */
  paidAt: Date
  isTimeKnown: boolean
}

/**
 * Whether a report of the feed and a slip with different references may be one transfer (rules.md §5.2):
 * their times are near, and nothing known of the sender contradicts it. Between two members the senders must
 * agree, because their banks may show the same digits and names, as when one member uploads another's slip.
 */
export function mayMatch(feed: ReportedTransfer, slip: ReportedTransfer, limits: MatchLimits): boolean {
  if (!isNear(feed.paidAt, slip, limits)) return false
  if (feed.memberId !== null && feed.memberId === slip.memberId) return true
  if (!couldBeOneSender(feed, slip)) return false
  return feed.memberId === null || slip.memberId === null || sendersAgree(feed, slip)
}

/** Whether the known time of one report can be the time of the other. */
function isNear(
  at: Date,
  { paidAt, isTimeKnown }: ReportedTransfer,
  { minutes, silentMinutes }: MatchLimits,
): boolean {
  const laterMinutes = (at.getTime() - paidAt.getTime()) / 60_000
  const before = isTimeKnown ? minutes : minutes + silentMinutes
  return laterMinutes <= minutes && laterMinutes >= -before
}

/** A gateway's report of a payment: it names the member of the code, but not the payer. */
export interface ReportedPayment {
  memberId: string | null
  paidAt: Date
}

/**
 * Whether a gateway's payment and a transfer may be the same money (rules.md §5.3): their times are near.
 * Anybody may pay somebody's code, so a different sender contradicts nothing.
 */
export const mayBePayment = (
  { paidAt }: ReportedPayment,
  transfer: ReportedTransfer,
  limits: MatchLimits,
): boolean => isNear(paidAt, transfer, limits)

/** Whether the two are certainly the same money, by their times and members (see `doMatch`). */
export const isPayment = ({ memberId, paidAt }: ReportedPayment, transfer: ReportedTransfer): boolean =>
  memberId !== null &&
  memberId === transfer.memberId &&
  transfer.isTimeKnown &&
  isOneSecond(paidAt, transfer.paidAt)

/**
 * Whether the two are certainly one transfer: of one member, and paid in the same second. Nobody pays the
 * same amount to the same account twice within a second. A time at a full minute proves nothing, because some
 * banks report no seconds.
 */
export const doMatch = (feed: ReportedTransfer, slip: ReportedTransfer): boolean =>
  feed.memberId !== null &&
  feed.memberId === slip.memberId &&
  feed.isTimeKnown &&
  slip.isTimeKnown &&
  isOneSecond(feed.paidAt, slip.paidAt) &&
  couldBeOneSender(feed, slip)

function isOneSecond(time: Date, other: Date): boolean {
  const [second, another] = [time, other].map((at) => Math.floor(at.getTime() / 1000))
  return second === another && (second ?? 0) % 60 !== 0
}
