import { defineSetting, Type } from '../../platform/settings.ts'
import { couldBeOneSender, type SenderAccount, sendersAgree } from './rules.ts'

/** How far apart the two times of one transfer may be (rules.md §5.2). */
export const twinMinutes = defineSetting(
  'deposit.twin.minutes',
  Type.Integer({ minimum: 1, maximum: 120 }),
  10,
  'Minutes that the time on a slip and the time in the bank’s feed may differ for one transfer: an equal amount of the same sender within them is not credited twice without an operator',
)
export const twinSilentMinutes = defineSetting(
  'deposit.twin.silentMinutes',
  Type.Integer({ minimum: 0, maximum: 1440 }),
  60,
  'Minutes before its upload in which the transfer of a slip may have been made that no verifier told the time of',
)

export interface TwinLimits {
  minutes: number
  silentMinutes: number
}

/** What one side, slip or feed, tells of a transfer. House account and amount are equal wherever two are compared. */
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
export function mayBeTwins(feed: Told, slip: Told, { minutes, silentMinutes }: TwinLimits): boolean {
  const laterMinutes = (feed.sentAt.getTime() - slip.sentAt.getTime()) / 60_000
  const before = slip.isTimeTold ? minutes : minutes + silentMinutes
  if (laterMinutes > minutes || laterMinutes < -before) return false
  if (feed.memberId !== null && feed.memberId === slip.memberId) return true
  if (!couldBeOneSender(feed, slip)) return false
  return feed.memberId === null || slip.memberId === null || sendersAgree(feed, slip)
}

/**
 * Whether the two are one transfer beyond doubt: one member's, and paid in the same second. Nobody pays the same amount
 * to the same account twice within a second. A full minute says nothing: some banks tell no seconds.
 */
export const areTwins = (feed: Told, slip: Told): boolean =>
  feed.memberId !== null &&
  feed.memberId === slip.memberId &&
  feed.isTimeTold &&
  slip.isTimeTold &&
  secondOf(feed) === secondOf(slip) &&
  secondOf(feed) % 60 !== 0 &&
  couldBeOneSender(feed, slip)

const secondOf = ({ sentAt }: Told): number => Math.floor(sentAt.getTime() / 1000)
