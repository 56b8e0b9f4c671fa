import { createHash } from 'node:crypto'
import { paymentWallet } from '@krapao/contract/limits.ts'
import { readAccountNo } from '@krapao/contract/sender.ts'
import { type Tx, transaction } from '../../../platform/database.ts'
import { selectMemberAccounts, selectMembersByPhone } from '../../account/public.ts'
import type { Context } from '../../context.ts'
import { type HouseAccount, selectOwnSources } from '../../lookup/public.ts'
import { findOwnSender, matchSender, phonesOf, visibleDigits } from '../payers/sender-rules.ts'
import { settle, settleAround } from '../reports/credit.ts'
import { postInternal } from '../reports/internal.ts'
import { readMatchLimits } from '../reports/match-store.ts'
import { isBooked, selectPayments } from '../reports/payment-store.ts'
import {
  insertTransfer,
  lockAmount,
  lockReference,
  lockReports,
  lockTransfer,
  markContradiction,
  markFed,
  type Report,
  selectElsewhere,
  type Transfer,
  type TransferState,
  unlink,
} from '../reports/store.ts'
import { explain, suspendWaiting } from '../reports/suspense.ts'

/**
 * Takes in a transfer that the bank reports, and credits it to the member who sent it (rules.md §5.2), unless a slip was
 * credited for it. The row of the transfer and the money commit together; whoever dies on the way leaves nothing, and the
 * bank reports again.
 * What is not credited at once is in suspense from here on (rules.md §18).
 * What contradicts an earlier report or a slip is no repetition and may be money of its own: it waits for a person. So does
 * a reference that is known at another account of the house. What the house sent itself is no deposit.
 * @returns what became of it, however often it is reported
 * @throws a database error: nothing was written, or it is unknown; reporting again is safe
 */
export async function receiveTransfer(
  context: Context,
  house: HouseAccount,
  report: Report,
): Promise<TransferState> {
  // Read before the transaction: on the embedded database nothing else is answered while it is open.
  const minDigits = await context.settings.get(visibleDigits)
  return transaction(context.db, async (tx) => {
    const state = await takeIn(context, tx, { house, report, minDigits })
    await suspendWaiting(context, tx)
    return state
  })
}

async function takeIn(
  context: Context,
  tx: Tx,
  { house, report, minDigits }: { house: HouseAccount; report: Report; minDigits: number },
): Promise<TransferState> {
  const { clock, log } = context
  const about = { accountNo: house.accountNo, reference: report.reference }
  await lockReports(tx, report.reference)
  await lockAmount(tx, house.currency, report.amountMinor)
  const id = await insertTransfer(tx, house, report, clock.now())
  const known = await lockReference(tx, house.accountNo, report.reference)
  if (!known) throw new Error(`transfer ${report.reference} is gone`)
  if (id === undefined && !isRepeated(known, report)) {
    log.error({ ...about, known: known.id }, 'the bank reports a transfer again with other content')
    const other = beside(report)
    await insertTransfer(tx, house, other, clock.now(), known.id)
    // Each content is one row, however often and in whatever order they are reported.
    return (await lockReference(tx, house.accountNo, other.reference))?.state ?? 'unmatched'
  }
  if (id === undefined) return meetSlip(context, tx, known)
  const [elsewhere] = await selectElsewhere(tx, house.accountNo, report.reference)
  if (elsewhere) {
    log.error({ ...about, known: elsewhere.id }, 'a reference is known at another account of the house')
    await markContradiction(tx, id, elsewhere.id)
    return 'unmatched'
  }
  const own = findOwnSender(senderOf(report), await selectOwnSources(tx))
  const made = { ...known, isNew: true } as const
  if (own && own !== 'may be' && (await postInternal(context, tx, made, own))) return 'internal'
  const member = own || house.takesQr ? undefined : await findMember(tx, house, report, minDigits)
  if (!member) {
    log.warn(about, 'bank transfer unmatched')
    return 'unmatched'
  }
  return settle(context, tx, made, { memberId: member.memberId }, await readMatchLimits(tx))
}

const senderOf = ({ fromBank: bank, fromAccountNo: accountNo, fromName: name }: Report) => ({
  bank,
  accountNo,
  name,
})

/** Whether a report repeats what is known of its reference. If a slip has reported it, only the amount is compared. */
const isRepeated = (known: Transfer, { amountMinor, fromBank, fromAccountNo, sentAt }: Report): boolean =>
  known.amountMinor === amountMinor &&
  (known.feedReportedAt === null ||
    known.slipId !== null ||
    (known.fromBank === fromBank &&
      known.fromAccountNo === fromAccountNo &&
      known.sentAt.getTime() === sentAt.getTime()))

/** The same report under a reference that is its own, and the same however often the report comes. */
function beside(report: Report): Report {
  const { amountMinor, fromBank, fromAccountNo, sentAt, reference } = report
  const content = JSON.stringify([amountMinor, fromBank, fromAccountNo, sentAt.toISOString()])
  const mark = createHash('sha256').update(content).digest('hex').slice(0, 12)
  return { ...report, reference: `${reference}~${mark}` }
}

/**
 * A report under a reference that is known. The first one of a slip's transfer says that this is no other transfer of the
 * feed: what waited for that is credited.
 */
async function meetSlip(context: Context, tx: Tx, known: Transfer): Promise<TransferState> {
  if (known.feedReportedAt !== null) return known.state
  await markFed(tx, known.id, context.clock.now())
  await unlink(context, tx, known.id)
  const met = await lockTransfer(tx, known.id)
  if (!met) throw new Error(`transfer ${known.id} is gone`)
  const limits = await readMatchLimits(tx)
  if (met.state === 'in-doubt' && met.memberId) {
    return settle(context, tx, met, { memberId: met.memberId }, limits)
  }
  if (met.state === 'matched') {
    // To a gateway's payment: the bank has that money, too, also where its credit was taken back and it waits.
    const [payment] = await selectPayments(tx, 'e.id = $1', [met.qrEventId])
    if (payment && isBooked(payment))
      await explain(context, tx, met, { sameAs: [payment.eventId], bookedAt: payment.gateway })
  }
  await settleAround(context, tx, { ...met, at: met.sentAt }, limits)
  return met.state
}

async function findMember(
  tx: Tx,
  { bankCode, currency }: HouseAccount,
  report: Report,
  minDigits: number,
): Promise<{ memberId: string } | undefined> {
  if (bankCode === paymentWallet) return findPhone(tx, currency, report.fromAccountNo)
  const sender = senderOf(report)
  const shown = readAccountNo(sender.accountNo, minDigits)
  if (!shown) return undefined
  const accounts = await selectMemberAccounts(tx, sender.bank, shown)
  return matchSender(sender, currency, accounts, minDigits)
}

/** The one member whose wallet it was: a wallet's number is a phone number, which registration has verified. */
async function findPhone(
  tx: Tx,
  currency: HouseAccount['currency'],
  accountNo: string,
): Promise<{ memberId: string } | undefined> {
  const phones = phonesOf(accountNo)
  const [only, another] = phones.length > 0 ? await selectMembersByPhone(tx, phones) : []
  return only && !another && only.isActive && only.currency === currency ? only : undefined
}
