import type { Currency } from '@krapao/contract/money.ts'
import { compareNames } from '@krapao/contract/name-comparison.ts'
import { type Agreement, compareAccountNo, readAccountNo } from '@krapao/contract/sender.ts'
import type { SlipNote } from '@krapao/contract/slices/deposit/slip/list-slips.ts'
import { defineSetting, Type } from '../../../platform/settings.ts'
import type { MemberAccount } from '../../account/public.ts'
import type { HouseAccount, OwnSource } from '../../house/public.ts'
import { findCandidates, findOwnSender } from '../payers/sender-rules.ts'

export const slipUploadsPerMinute = defineSetting(
  'slip.uploadsPerMinute',
  Type.Integer({ minimum: 1, maximum: 1000 }),
  10,
  'Slips that one member may upload within a minute',
)
export const slipsUnread = defineSetting(
  'slip.unread',
  Type.Integer({ minimum: 1, maximum: 1000 }),
  5,
  'Slips of one member that may wait to be read at a time, so that nobody’s pictures keep all others waiting',
)
export const slipUnreadableInRow = defineSetting(
  'slip.unreadableInRow',
  Type.Integer({ minimum: 1, maximum: 1000 }),
  3,
  'Slips of one member that cannot be read one after the other, after which the member has to pause',
)
export const slipPauseMinutes = defineSetting(
  'slip.pauseMinutes',
  Type.Integer({ minimum: 1, maximum: 1440 }),
  10,
  'Minutes in which a member uploads no slip after several that could not be read',
)
export const slipPendingMinutes = defineSetting(
  'slip.pendingMinutes',
  Type.Integer({ minimum: 1, maximum: 1440 }),
  10,
  'A slip whose transfer the bank does not know yet is asked about for this long, then it is invalid',
)
export const slipSilentMinutes = defineSetting(
  'slip.silentMinutes',
  Type.Number({ minimum: 0.05, maximum: 1440 }),
  5,
  'A slip that the verifier gives no clear answer about is put on the desk after this long',
)

/** Why a person has to decide about a slip. */
export type SlipDeskReason =
  | 'NAME_UNCLEAR'
  | 'RECEIVER_UNCLEAR'
  | 'MAYBE_QR'
  | 'TIME_UNCLEAR'
  | 'MEMBER_INACTIVE'
  | 'AMOUNT_DIFFERS'
  | 'VERIFIER_SILENT'
  | 'NOT_VERIFIABLE'
  | 'REVERSED'

/**
 * What a member's slips say: the last was credited; it could not be read, or an earlier one is not read yet;
 * neither.
 */
export type Standing = 'credited' | 'unknown' | 'unreadable'

/** How a slip ended. */
export interface SlipEnd {
  status: 'SUCCESS' | 'FAILED'
  note: SlipNote | null
  settledAt: Date
}

const isUnreadable = ({ note }: SlipEnd): boolean =>
  note === 'CANNOT_READ_CROPPED_IMAGE' || note === 'IMG_SIZE_UNABLE_TO_PROCESS'

/**
 * @param ends of one member, newest first
 * @param unread earlier pictures of the member that are not read yet: with some, a further one goes behind
 *   those of others
 */
export function standingOf([last]: SlipEnd[], unread = 0): Standing {
  if (last && isUnreadable(last)) return 'unreadable'
  const isCredited = last?.status === 'SUCCESS'
  if (unread > 0) return isCredited ? 'unknown' : 'unreadable'
  return isCredited ? 'credited' : 'unknown'
}

/**
 * Until when a member has to pause because nothing that they sent could be read.
 * @param ends of one member, newest first; at least `inRow` of them if there are as many
 */
export function pausedUntil(
  ends: SlipEnd[],
  { inRow, minutes }: { inRow: number; minutes: number },
): Date | undefined {
  const row = ends.slice(0, inRow)
  const [last] = row
  if (!last || row.length < inRow || !row.every(isUnreadable)) return undefined
  return new Date(last.settledAt.getTime() + minutes * 60_000)
}

/** Minutes that a bank's clock may be ahead of ours. */
const skewMinutes = 5

/** One side of a transfer as a bank shows it: number masked, name cut off. */
export interface Party {
  bank: string
  accountNo: string
  name: string
}

/** The member as far as the evaluation of a slip needs them. */
export interface Payer {
  bankCode: string
  bankAccountNo: string
  bankAccountName: string
  currency: Currency
  isActive: boolean
}

export type Evaluation =
  | { outcome: 'credit'; house: HouseAccount }
  | { outcome: 'reject'; note: SlipNote }
  /** `house`: where it most likely went. */
  | { outcome: 'desk'; reason: SlipDeskReason; house: HouseAccount }

/**
 * Judges a transfer that the verifier knows (rules.md §5.1). A definite rejection comes before a doubt:
 * nobody needs to look at a slip that is expired anyway.
 * @param least digits that a masked number must show to say whose it is (`deposit.feed.visibleDigits`)
 * @param uploadMinutes how long after the transfer a slip is taken
 */
export function evaluate(
  transfer: { sentAt: Date; from: Party; to: Party },
  slip: { uploadedAt: Date; payer: Payer; houses: HouseAccount[]; ownSources: OwnSource[] },
  { minDigits, uploadMinutes }: { minDigits: number; uploadMinutes: number },
): Evaluation {
  const { payer } = slip
  const receiver = findReceiver(transfer.to, slip.houses, minDigits)
  // Money in another currency can never be this member's.
  const [house] = receiver.houses.filter(({ currency }) => currency === payer.currency)
  if (!house) return { outcome: 'reject', note: 'DEST_ACC_INVALID' }
  const own = findOwnSender(transfer.from, slip.ownSources)
  if (own && own !== 'may be') return { outcome: 'reject', note: 'NOT_MATCH' }
  const sender = compareSender(transfer.from, payer, minDigits)
  if (sender === 'different') return { outcome: 'reject', note: 'NOT_MATCH' }
  const age = slip.uploadedAt.getTime() - transfer.sentAt.getTime()
  if (age > uploadMinutes * 60_000) return { outcome: 'reject', note: 'EXPIRED_SLIP' }
  const doubt = (reason: SlipDeskReason): Evaluation => ({ outcome: 'desk', reason, house })
  if (age < -skewMinutes * 60_000) return doubt('TIME_UNCLEAR')
  if (!receiver.isClear) return doubt('RECEIVER_UNCLEAR')
  // The gateway reports a code's payment under an id of its own, which nothing on a slip can be compared
  // with.
  if (house.takesQr) return doubt('MAYBE_QR')
  if (sender === 'unclear' || own) return doubt('NAME_UNCLEAR')
  if (!payer.isActive) return doubt('MEMBER_INACTIVE')
  return { outcome: 'credit', house }
}

/**
 * The accounts of the house that a receiver can be; clear where it is exactly one and enough digits show it.
 */
function findReceiver(to: Party, houses: HouseAccount[], minDigits: number) {
  const found = houses.filter(
    ({ bankCode, accountNo }) =>
      bankCode === to.bank && compareAccountNo(to.accountNo, accountNo) !== 'different',
  )
  const numbers = [...new Set(found.map(({ accountNo }) => accountNo))]
  const isClear =
    numbers.length === 1 && numbers.every((own) => compareAccountNo(to.accountNo, own, minDigits) === 'same')
  return { houses: found, isClear }
}

/**
 * Whether the sender is the member, three-way. The bank and every visible digit must agree. A whole number
 * needs no name, unless the name is clearly another; a masked one needs the name too.
 */
export function compareSender(from: Party, payer: Payer, minDigits: number): Agreement {
  if (from.bank !== payer.bankCode) return 'different'
  const number = compareAccountNo(from.accountNo, payer.bankAccountNo, minDigits)
  if (number === 'different') return 'different'
  const name = compareNames(from.name, payer.bankAccountName)
  const isWhole = readAccountNo(from.accountNo, 0)?.isWhole && number === 'same'
  if (isWhole) return name === 'different' ? 'unclear' : 'same'
  if (name === 'different') return 'different'
  return number === 'same' ? name : 'unclear'
}

export type SenderDoubt = 'account-changed' | 'several-senders'

/**
 * Doubts about a sender who was found to be the member: the member's account has become another meanwhile, or
 * the transfer can be another member's as well. Then the picture may be a stolen one.
 * @param accounts members' accounts at the sender's bank whose numbers are like the one that is shown
 */
export function doubtOf(
  from: Party,
  memberId: string,
  accounts: MemberAccount[],
  minDigits: number,
): SenderDoubt | undefined {
  const { accounts: candidates, owner } = findCandidates(from, accounts, minDigits)
  if (owner?.memberId === memberId) return undefined
  const isCandidate = candidates.some((account) => account.memberId === memberId)
  return isCandidate && candidates.length > 1 ? 'several-senders' : 'account-changed'
}

/** Seconds until a slip is taken up again after so many attempts without a definite answer. */
export const nextAttempt = (attempts: number, onDesk: boolean): number =>
  onDesk ? 300 : Math.min(2 ** Math.min(attempts, 5), 20)
