import { defineSetting, Type } from '../../platform/settings.ts'
import { agrees, compareNames, type MemberAccount, readAccountNo } from './rules.ts'
import type { HouseAccount } from './store.ts'

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
export const slipPendingMinutes = defineSetting(
  'slip.pendingMinutes',
  Type.Integer({ minimum: 1, maximum: 1440 }),
  10,
  'A slip whose transfer the bank does not know yet is asked about for this long, then it is invalid',
)
export const slipSilentMinutes = defineSetting(
  'slip.silentMinutes',
  Type.Integer({ minimum: 1, maximum: 1440 }),
  5,
  'A slip that the verifier gives no clear answer about is put on the desk after this long',
)

/** Why a slip failed (spec.md §8). */
export type SlipNote =
  | 'UPLOADED_FILE_NOT_EXIST'
  | 'IMG_SIZE_UNABLE_TO_PROCESS'
  | 'CANNOT_READ_CROPPED_IMAGE'
  | 'UNSTABLE_REFNO_ON_SLIP'
  | 'SLIP_REFNO_DUPLICATED'
  | 'INVALID_SLIP'
  | 'DEST_ACC_INVALID'
  | 'NOT_MATCH'
  | 'EXPIRED_SLIP'
  | 'UNKNOW_ERROR'

/** Why a person has to decide about a slip. */
export type SlipDeskReason =
  | 'NAME_UNCLEAR'
  | 'RECEIVER_UNCLEAR'
  | 'MAYBE_QR'
  | 'TIME_UNCLEAR'
  | 'MEMBER_INACTIVE'
  | 'AMOUNT_DIFFERS'
  | 'VERIFIER_SILENT'

/** Minutes that a bank's clock may be ahead of ours. */
const skewMinutes = 5

/** One side of a transfer as a bank shows it: number masked, name cut off. */
export interface Party {
  bank: string
  accountNo: string
  name: string
}

/** An account of the house. */
export type Receiver = HouseAccount

/** The member as far as the judgement of a slip needs them. */
export interface Payer {
  bankCode: string
  bankAccountNo: string
  bankAccountName: string
  currency: 'THB' | 'LAK'
  isActive: boolean
}

export type Judgement =
  | { verdict: 'credit'; house: Receiver }
  | { verdict: 'reject'; note: SlipNote }
  /** `house`: where it most likely went. */
  | { verdict: 'desk'; reason: SlipDeskReason; house: Receiver }

/**
 * Judges a transfer that the verifier knows (rules.md §5.1). A definite rejection comes before a doubt: nobody needs to
 * look at a slip that is expired anyway.
 * @param least digits that a masked number must show to say whose it is (`deposit.feed.visibleDigits`)
 * @param uploadMinutes how long after the transfer a slip is taken
 */
export function judge(
  transfer: { sentAt: Date; from: Party; to: Party },
  slip: { uploadedAt: Date; payer: Payer; houses: Receiver[] },
  { least, uploadMinutes }: { least: number; uploadMinutes: number },
): Judgement {
  const { payer } = slip
  const receiver = findReceiver(transfer.to, slip.houses, least)
  // Money in another currency can never be this member's.
  const [house] = receiver.houses.filter(({ currency }) => currency === payer.currency)
  if (!house) return { verdict: 'reject', note: 'DEST_ACC_INVALID' }
  const sender = compareSender(transfer.from, payer, least)
  if (sender === 'different') return { verdict: 'reject', note: 'NOT_MATCH' }
  const age = slip.uploadedAt.getTime() - transfer.sentAt.getTime()
  if (age > uploadMinutes * 60_000) return { verdict: 'reject', note: 'EXPIRED_SLIP' }
  const doubt = (reason: SlipDeskReason): Judgement => ({ verdict: 'desk', reason, house })
  if (age < -skewMinutes * 60_000) return doubt('TIME_UNCLEAR')
  if (!receiver.isClear) return doubt('RECEIVER_UNCLEAR')
  // The gateway reports a code's payment under an id of its own, which nothing on a slip can be compared with.
  if (house.takesQr) return doubt('MAYBE_QR')
  if (sender === 'cannot tell') return doubt('NAME_UNCLEAR')
  if (!payer.isActive) return doubt('MEMBER_INACTIVE')
  return { verdict: 'credit', house }
}

/** The accounts of the house that a receiver can be; clear where it is exactly one and enough digits show it. */
function findReceiver(to: Party, houses: Receiver[], least: number) {
  const shown = readAccountNo(to.accountNo, 0)
  const found = houses.filter(
    ({ bankCode, accountNo }) =>
      bankCode === to.bank && (!shown || agrees(shown, accountNo.replace(/\D/g, ''))),
  )
  const numbers = new Set(found.map(({ accountNo }) => accountNo))
  return { houses: found, isClear: numbers.size === 1 && readAccountNo(to.accountNo, least) !== undefined }
}

/**
 * Whether the sender is the member, three-way. The bank and every visible digit must agree. A whole number needs no name,
 * unless the name is clearly another; a masked one needs the name too.
 */
export function compareSender(
  from: Party,
  payer: Payer,
  least: number,
): 'same' | 'different' | 'cannot tell' {
  if (from.bank !== payer.bankCode) return 'different'
  const shown = readAccountNo(from.accountNo, 0)
  if (shown && !agrees(shown, payer.bankAccountNo)) return 'different'
  const name = compareNames(from.name, payer.bankAccountName)
  if (shown?.isWhole) return name === 'different' ? 'cannot tell' : 'same'
  if (name === 'different') return 'different'
  return readAccountNo(from.accountNo, least) ? name : 'cannot tell'
}

export type SenderDoubt = 'account-changed' | 'several-senders'

/**
 * What speaks against a sender who was found to be the member: the member's account has become another meanwhile, or
 * another member's fits what is shown of number and name as well. Then the picture may be a stolen one.
 * @param accounts members' accounts at the sender's bank whose numbers are like the one that is shown
 */
export function doubtOf(from: Party, memberId: string, accounts: MemberAccount[]): SenderDoubt | undefined {
  const fits = accounts.filter(
    (account) => account.memberId === memberId || compareNames(from.name, account.accountName) === 'same',
  )
  if (!fits.some((account) => account.memberId === memberId)) return 'account-changed'
  return fits.length > 1 ? 'several-senders' : undefined
}

/** Whether slips are taken at a moment, by the operator's hours of the Bangkok day (HH:mm); equal: around the clock. */
export function isClosed(now: Date, from: string, until: string): boolean {
  const time = bangkokTime.format(now)
  return from <= until ? time >= from && time < until : time >= from || time < until
}

const bangkokTime = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Bangkok',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** Seconds until a slip is taken up again after so many attempts without a definite answer. */
export const nextAttempt = (attempts: number, onDesk: boolean): number =>
  onDesk ? 300 : Math.min(2 ** Math.min(attempts, 5), 20)
