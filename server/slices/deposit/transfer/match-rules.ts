import { defineSetting, Type } from '../../../platform/settings.ts'
import { couldBeOneSender, type SenderAccount, sendersAgree } from './sender-rules.ts'

/** How far apart the two times of one transfer may be (rules.md §5.2). */
export const matchMinutes = defineSetting(
  'deposit.twin.minutes',
  Type.Integer({ minimum: 1, maximum: 120 }),
  10,
  'Minutes that the time on a slip and the time in the bank’s feed may differ for one transfer: an equal amount of the same sender within them is not credited twice without an operator',
)
export const matchSilentMinutes = defineSetting(
  'deposit.twin.silentMinutes',
  Type.Integer({ minimum: 0, maximum: 1440 }),
  60,
  'Minutes before its upload in which the transfer of a slip may have been made that no verifier told the time of',
)

export interface MatchLimits {
  minutes: number
  silentMinutes: number
}

/** What one side, slip or feed, tells of a transfer. Currency and amount are equal wherever two are compared. */
export interface Told extends SenderAccount {
  /** Whose it is, where that is known. */
  memberId: string | null
  /** When it was made; of a slip without that, when it was uploaded. */
  sentAt: Date
  isTimeTold: boolean
}

/**
 * Whether a report of the feed and a slip, under different references, may be one transfer (rules.md §5.2): their times
 * are near, and nothing that is known of the sender speaks against it. Between two members there must be more: their
 * banks show the same digits and may show the same name, as when one member uploads what another one paid.
 */
export function mayMatch(feed: Told, slip: Told, limits: MatchLimits): boolean {
  if (!isNear(feed.sentAt, slip, limits)) return false
  if (feed.memberId !== null && feed.memberId === slip.memberId) return true
  if (!couldBeOneSender(feed, slip)) return false
  return feed.memberId === null || slip.memberId === null || sendersAgree(feed, slip)
}

/** Whether a time that is known can be the transfer's. */
function isNear(at: Date, { sentAt, isTimeTold }: Told, { minutes, silentMinutes }: MatchLimits): boolean {
  const laterMinutes = (at.getTime() - sentAt.getTime()) / 60_000
  const before = isTimeTold ? minutes : minutes + silentMinutes
  return laterMinutes <= minutes && laterMinutes >= -before
}

/** What a gateway tells of a payment: whose code was paid, but not by whom. */
export interface ToldPayment {
  memberId: string | null
  paidAt: Date
}

/**
 * Whether a gateway's payment and a transfer may be the same money (rules.md §5.3): their times are near. Anybody may pay
 * somebody's code, so the sender speaks against nothing.
 */
export const mayBePayment = ({ paidAt }: ToldPayment, transfer: Told, limits: MatchLimits): boolean =>
  isNear(paidAt, transfer, limits)

/** Whether the two are the same money beyond doubt, as far as their times and members say it (see `doMatch`). */
export const isPayment = ({ memberId, paidAt }: ToldPayment, transfer: Told): boolean =>
  memberId !== null &&
  memberId === transfer.memberId &&
  transfer.isTimeTold &&
  isOneSecond(paidAt, transfer.sentAt)

/**
 * Whether the two are one transfer beyond doubt: one member's, and paid in the same second. Nobody pays the same amount
 * to the same account twice within a second. A full minute says nothing: some banks tell no seconds.
 */
export const doMatch = (feed: Told, slip: Told): boolean =>
  feed.memberId !== null &&
  feed.memberId === slip.memberId &&
  feed.isTimeTold &&
  slip.isTimeTold &&
  isOneSecond(feed.sentAt, slip.sentAt) &&
  couldBeOneSender(feed, slip)

function isOneSecond(one: Date, other: Date): boolean {
  const [second, another] = [one, other].map((at) => Math.floor(at.getTime() / 1000))
  return second === another && (second ?? 0) % 60 !== 0
}
