import { createHash } from 'node:crypto'
import { paymentWallet } from '@krapao/contract/limits.ts'
import { readAccountNo } from '@krapao/contract/sender.ts'
import { type Tx, transaction } from '../../../platform/database.ts'
import { selectMemberAccounts, selectMembersByPhone } from '../../account/public.ts'
import type { Context } from '../../context.ts'
import { type HouseAccount, selectOwnSources } from '../../house/public.ts'
import { findOwnSender, matchSender, phonesOf, visibleDigits } from '../payers/sender-rules.ts'
import { insertTransfer } from '../reports/arrival-store.ts'
import { postInternal } from '../reports/internal.ts'
import { explain, isBooked, suspendWaiting } from '../reports/journals.ts'
import { lockAmount, lockReports } from '../reports/locks.ts'
import { readMatchLimits } from '../reports/match-store.ts'
import { lookAgain, settle } from '../reports/settle.ts'
import type { ReportState } from '../reports/states.ts'
import {
  type FedTransfer,
  lockReference,
  lockReport,
  markContradiction,
  markFed,
  selectElsewhere,
  type Transfer,
  unlink,
} from '../reports/store.ts'

/**
 * Takes in a transfer that the bank reports, and credits it to the member who sent it (rules.md §5.2), unless
 * a slip was credited for it. The row of the transfer and the money commit together; a node that dies on the
 * way leaves nothing, and the bank reports again. Money that is not credited at once is in suspense from here
 * on (rules.md §18). A report that contradicts an earlier report or a slip is no repetition and may be money
 * of its own: it waits for a person. So does a reference that is known at another account of the house. A
 * transfer that the house sent itself is no deposit.
 * @returns its outcome, however often it is reported
 * @throws a database error: nothing was written, or it is unknown; reporting again is safe
 */
export async function receiveTransfer(
  context: Context,
  house: HouseAccount,
  report: FedTransfer,
): Promise<ReportState> {
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
  { house, report, minDigits }: { house: HouseAccount; report: FedTransfer; minDigits: number },
): Promise<ReportState> {
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
    return (await lockReference(tx, house.accountNo, other.reference))?.state ?? 'waiting'
  }
  if (id === undefined) return meetSlip(context, tx, known)
  const [elsewhere] = await selectElsewhere(tx, house.accountNo, report.reference)
  if (elsewhere) {
    log.error({ ...about, known: elsewhere.id }, 'a reference is known at another account of the house')
    await markContradiction(tx, id, elsewhere.id)
    return 'waiting'
  }
  const own = findOwnSender(senderOf(report), await selectOwnSources(tx))
  const made = { ...known, isNew: true } as const
  if (own && own !== 'may be' && (await postInternal(context, tx, made, own))) return 'internal'
  const member = own || house.takesQr ? undefined : await findMember(tx, house, report, minDigits)
  if (!member) {
    log.warn(about, 'bank transfer unmatched')
    return 'waiting'
  }
  return settle(context, tx, made, { memberId: member.memberId }, await readMatchLimits(tx))
}

const senderOf = ({ fromBank: bank, fromAccountNo: accountNo, fromName: name }: FedTransfer) => ({
  bank,
  accountNo,
  name,
})

/**
 * Whether a report repeats what is known of its reference. If a slip has reported it, only the amount is
 * compared.
 */
const isRepeated = (
  known: Transfer,
  { amountMinor, fromBank, fromAccountNo, paidAt }: FedTransfer,
): boolean =>
  known.amountMinor === amountMinor &&
  (known.reportedAt === null ||
    known.slipId !== null ||
    (known.fromBank === fromBank &&
      known.fromAccountNo === fromAccountNo &&
      known.paidAt.getTime() === paidAt.getTime()))

/** The same report under a reference that is its own, and the same however often the report comes. */
function beside(report: FedTransfer): FedTransfer {
  const { amountMinor, fromBank, fromAccountNo, paidAt, reference } = report
  const content = JSON.stringify([amountMinor, fromBank, fromAccountNo, paidAt.toISOString()])
  const mark = createHash('sha256').update(content).digest('hex').slice(0, 12)
  return { ...report, reference: `${reference}~${mark}` }
}

/**
 * A report under a reference that is known. The first one of a slip's transfer says that this is no other
 * transfer of the feed: what waited for that is credited.
 */
async function meetSlip(context: Context, tx: Tx, known: Transfer): Promise<ReportState> {
  if (known.reportedAt !== null) return known.state
  await unlink(context, tx, known.id)
  await markFed(tx, known.id, context.clock.now())
  const met = await lockReport(tx, known.id)
  if (!met) throw new Error(`transfer ${known.id} is gone`)
  const limits = await readMatchLimits(tx)
  if (met.state === 'in-doubt' && met.memberId) {
    return settle(context, tx, met, { memberId: met.memberId }, limits)
  }
  // The bank has a payment's money, too, also where its credit was taken back and it waits.
  const payment = met.sameAsId === null ? undefined : await lockReport(tx, met.sameAsId)
  if (payment?.kind === 'payment' && isBooked(payment))
    await explain(context, tx, met, { sameAs: [payment.id], bookedAs: payment })
  await lookAgain(context, tx, [{ near: met }], limits)
  return met.state
}

async function findMember(
  tx: Tx,
  { bankCode, currency }: HouseAccount,
  report: FedTransfer,
  minDigits: number,
): Promise<{ memberId: string } | undefined> {
  if (bankCode === paymentWallet) return findPhone(tx, currency, report.fromAccountNo)
  const sender = senderOf(report)
  const shown = readAccountNo(sender.accountNo, minDigits)
  if (!shown) return undefined
  const accounts = await selectMemberAccounts(tx, sender.bank, shown)
  return matchSender(sender, currency, accounts, minDigits)
}

/**
 * The one member whose wallet it was: a wallet's number is a phone number, which registration has verified.
 */
async function findPhone(
  tx: Tx,
  currency: HouseAccount['currency'],
  accountNo: string,
): Promise<{ memberId: string } | undefined> {
  const phones = phonesOf(accountNo)
  const [only, another] = phones.length > 0 ? await selectMembersByPhone(tx, phones) : []
  return only && !another && only.isActive && only.currency === currency ? only : undefined
}
