import type { Currency } from '@krapao/contract/money.ts'
import type { Tx } from '../../../platform/database.ts'
import type { Context } from '../../context.ts'
import { recordEndings } from '../../outcome/public.ts'
import { notifyDepositsChanged } from '../notify.ts'
import { creditDeposit, creditedEnding, creditKey, depositPosting } from '../posting.ts'
import { closeByCredit } from './announcement-store.ts'
import { lockCode, markPaid } from './code-store.ts'
import { endLinked, endPayment, endSlip, placeOf, succeed } from './linked-ending.ts'
import { doMatch, isPayment, type MatchLimits } from './match-rules.ts'
import { inOrder, selectInDoubtNear, selectMatches, toReported } from './match-store.ts'
import { creditOf, placeOfPayment, suspenseJournal } from './payment-journals.ts'
import {
  type PaymentMatch,
  selectPaymentMatches,
  selectPaymentsInDoubt,
  selectTransferMatches,
  type TransferMatch,
} from './payment-match-store.ts'
import { evaluatePayment } from './payment-rules.ts'
import { decideEvent, isBooked, isReported, lockEvent, type PaymentRow } from './payment-store.ts'
import { parkSlip } from './slip-end.ts'
import {
  countReversals,
  findSettledElsewhere,
  isOfSameSlip,
  keepState,
  lockTransfer,
  markPayment,
  selectElsewhere,
  type Transfer,
} from './store.ts'
import { explain, sourcesOf } from './suspense.ts'

/**
 * One sum of money is credited once, also when a slip, the bank's feed and a gateway report it under different
 * references (rules.md §5.2, §5.3, docs/decisions/0011). Two reports of different sources that may be the same money
 * are never both credited, except by a person. Two slips, two reports of the bank or two of a gateway are different
 * money. Everything here runs under `lockAmount`.
 */

export type Settled = 'credited' | 'matched' | 'in-doubt'

export type Needs = Pick<Context, 'ledger' | 'clock' | 'sockets' | 'services' | 'desk'>

/**
 * Whom a transfer is credited to, and by whose decision. `amountMinor`: where it differs from the transfer's;
 * `announcementId`: where an operator chose the transfer for an announced deposit.
 */
export interface Settlement {
  memberId: string
  operatorId?: string | undefined
  amountMinor?: number
  announcementId?: string
}

/**
 * Settles a transfer whose member is known. It is credited, unless another source's report that was credited may be
 * the same money: then it is matched to that report where the two are certainly the same, and waits for a person
 * otherwise. Two accounts of the house are never certain, except for one reference at both.
 */
export async function settle(
  needs: Needs,
  tx: Tx,
  transfer: Transfer,
  settlement: Settlement,
  limits: MatchLimits,
): Promise<Settled> {
  const { memberId, operatorId } = settlement
  const row = { ...transfer, memberId }
  const elsewhere = await findSettledElsewhere(tx, row)
  if (elsewhere) {
    await link(needs, tx, row, [elsewhere], settlement, limits)
    return 'matched'
  }
  const matches = await findMatches(tx, row, limits)
  if (matches.length === 0) {
    await credit(needs, tx, row, settlement, limits)
    return 'credited'
  }
  const [match, another] = matches.filter((one) => isCertain(row, one))
  if (match && !another) {
    await link(needs, tx, row, [match], settlement, limits)
    return 'matched'
  }
  if (transfer.state !== 'in-doubt') {
    await keepState(needs, tx, transfer, { state: 'in-doubt', memberId, operatorId })
  }
  if (row.slipId) await parkSlip(needs, tx, row.slipId, placeOf(row, operatorId))
  return 'in-doubt'
}

/** A credited or returned report that may be the same money as a transfer. */
export type Match = Transfer | PaymentMatch

/**
 * The reports that may be the same money as a transfer: transfers first, the nearest in time first, then payments.
 */
export async function findMatches(tx: Tx, row: Transfer, limits: MatchLimits): Promise<Match[]> {
  const matches = (await selectMatches(tx, [row], limits)).get(row.id) ?? []
  const payments = (await selectPaymentMatches(tx, [row], limits)).get(row.id) ?? []
  return [...matches, ...payments]
}

function isCertain(row: Transfer, match: Match): boolean {
  if (match.state !== 'credited') return false
  if (isReported(match)) return match.isPaidInto && isPayment(match, toReported(row))
  const [feed, slip] = inOrder(row, match)
  return row.houseAccountNo === match.houseAccountNo && doMatch(toReported(feed), toReported(slip))
}

/** Credits a transfer once; its row records the credit. */
export async function credit(
  needs: Needs,
  tx: Tx,
  row: Transfer,
  { memberId, operatorId, announcementId, amountMinor = row.amountMinor }: Settlement,
  limits: MatchLimits,
): Promise<void> {
  const { houseBankCode: bankCode, houseAccountNo: accountNo, reference, currency, slipId } = row
  // A failed slip says nothing about what the bank reported later: that is money of this account alone.
  const isOfSlip = slipId !== null && !(row.isSlipFailed && row.feedReportedAt !== null)
  // Row locks on transfers never wait, because the locks by report and amount come first (platform/locks.ts). With a writer
  // that has none of them a row could be read with a slip of before the wait, and its credit would have another key.
  if (isOfSlip && row.slipBankCode === null) throw new Error(`transfer ${row.id} was read without its slip`)
  const key = isOfSlip
    ? creditKey(`slip:${row.slipBankCode}:${reference}`, await countReversals(tx, reference))
    : creditKey(`bank:${accountNo}:${reference}`, row.reversals)
  await keepState(needs, tx, row, { state: 'credited', memberId, journalKey: key, operatorId })
  if (slipId) await succeed(needs, tx, slipId, { ...placeOf(row, operatorId), amountMinor, journalKey: key })
  const sentAt = slipId ? row.slipSentAt : row.sentAt
  const meta = {
    source: slipId ? 'slip' : 'bank-feed',
    bankCode,
    accountNo,
    reference,
    ...(slipId && { slipId }),
    ...(row.fromBank && { fromBank: row.fromBank }),
    ...(sentAt && { sentAt: sentAt.toISOString() }),
    ...(operatorId && { operatorId }),
    ...(announcementId && { announcementId }),
  }
  const sources = sourcesOf(row, amountMinor)
  const from = row.fromBank || bankCode
  await creditDeposit(needs, tx, depositPosting({ key, memberId, currency, sources, meta }), {
    ...(isOfSlip ? { kind: 'slip', source: slipId } : { kind: 'bank' }),
    from,
  })
  const closing = { memberId, currency, amountMinor, transferId: row.id, journalKey: key }
  const now = needs.clock.now()
  const announced = await closeByCredit(needs, tx, { ...closing, operatorId, announcementId }, now)
  if (announced) {
    const credited = { key, memberId, currency, amountMinor, postedAt: now }
    const awaited = { kind: 'announcement', source: announced, from } as const
    await recordEndings(tx, [creditedEnding(credited, awaited)])
  }
  if (row.inSuspense) await endLinked(needs, tx, row)
  notifyDepositsChanged(needs, [memberId], tx)
  if (slipId) await settleElsewhere(needs, tx, row, limits)
  await settleAround(needs, tx, { ...row, at: row.sentAt }, limits)
}

/**
 * Ends the doubt about what only a slip of a credited transfer has reported, at another account of the house and
 * perhaps with another amount: it is the same transfer, and the slip has ended.
 */
async function settleElsewhere(needs: Needs, tx: Tx, credited: Transfer, limits: MatchLimits): Promise<void> {
  for (const { id } of await selectElsewhere(tx, credited.houseAccountNo, credited.reference)) {
    const row = await lockTransfer(tx, id)
    const isOpen = row?.state === 'in-doubt' && row.feedReportedAt === null
    if (!isOpen || !row.memberId || !isOfSameSlip(row, credited)) continue
    await settle(needs, tx, row, { memberId: row.memberId }, limits)
  }
}

/**
 * Links a transfer to the report of the same money. Nothing is credited; its slip ends as a success where the money
 * was credited to the slip's member.
 * @param matches nearest first. Among several nobody knows which one is the same, so each may still match another
 * report; so may one with the same reference at another account.
 */
export async function link(
  needs: Needs,
  tx: Tx,
  row: Transfer,
  matches: [Match, ...Match[]],
  { memberId, operatorId }: Settlement,
  limits: MatchLimits,
): Promise<void> {
  const [first, another] = matches
  const only = another ? undefined : first
  const payment = only && isReported(only) ? only : undefined
  const match = only && !isReported(only) && only.reference !== row.reference ? only : undefined
  await keepState(needs, tx, row, {
    state: 'matched',
    memberId,
    operatorId,
    ...(match && { matchId: match.id }),
    ...(payment && { qrEventId: payment.id }),
  })
  await explain(needs, tx, row, {
    sameAs: matches.map((one) => (isReported(one) ? one.eventId : one.id)),
    bookedAt: payment && isBooked(payment) ? payment.gateway : undefined,
    operatorId,
  })
  if (row.inSuspense) await endLinked(needs, tx, row, matches)
  if (row.slipId) await endSlip(needs, tx, row, { id: row.slipId, memberId, operatorId }, matches)
  notifyDepositsChanged(needs, [memberId], tx)
  if (match) await settleAround(needs, tx, { ...match, at: match.sentAt }, limits)
  if (payment) await settleAround(needs, tx, { ...payment, at: payment.paidAt }, limits)
}

/**
 * Settles a gateway's payment whose member is known, as `settle` does for transfers: it is credited, unless a
 * credited bank transfer may be the same money.
 */
export async function settlePayment(
  needs: Needs,
  tx: Tx,
  payment: PaymentRow,
  settlement: PaymentSettlement,
  limits: MatchLimits,
): Promise<Settled> {
  const { memberId, operatorId } = settlement
  const row = { ...payment, memberId }
  const matches = (await selectTransferMatches(tx, [row], limits)).get(row.id) ?? []
  if (matches.length === 0) {
    await creditPayment(needs, tx, row, settlement)
    await settleAround(needs, tx, { ...row, at: row.paidAt }, limits)
    return 'credited'
  }
  const [match, another] = matches.filter(
    (one) => one.state === 'credited' && one.isPaidInto && isPayment(row, toReported(one)),
  )
  if (match && !another) {
    await linkPayment(needs, tx, row, [match], settlement, limits)
    return 'matched'
  }
  if (payment.state !== 'in-doubt')
    await decideEvent(needs, tx, row, { state: 'in-doubt', memberId, operatorId })
  return 'in-doubt'
}

type PaymentSettlement = Pick<Settlement, 'memberId' | 'operatorId'>

/**
 * Credits a gateway's payment once: as the payment of its own code where the member's code asked for it, otherwise as
 * another payment.
 */
export async function creditPayment(
  needs: Needs,
  tx: Tx,
  payment: PaymentRow,
  { memberId, operatorId }: PaymentSettlement,
): Promise<void> {
  const { gateway, paymentId, eventId, reason, reversals } = payment
  const code = await lockCode(tx, paymentId)
  const isOwn = code?.memberId === memberId && evaluatePayment(code, payment) === 'credit'
  const fact = isOwn ? `qr:${gateway}:${paymentId}` : `qr:${gateway}:${paymentId}:${eventId}`
  const journalKey = creditKey(fact, reversals)
  await decideEvent(needs, tx, payment, { state: 'credited', memberId, operatorId, journalKey })
  if (isOwn) await markPaid(tx, code.id, journalKey)
  const meta = { ...(reason && { reason }), ...(operatorId && { operatorId }) }
  const source = isOwn ? code.id : `payment-${payment.id}`
  const awaited = { kind: 'qr', source, from: gateway } as const
  await creditDeposit(needs, tx, creditOf(payment, { memberId, key: journalKey, meta }), awaited)
  if (payment.inSuspense) await endLinked(needs, tx, payment)
  notifyDepositsChanged(needs, [memberId], tx)
}

/**
 * Links a gateway's payment to the transfer of the same money. Nothing is credited; its code counts as paid where the
 * code's member was credited.
 * @param matches nearest first, as in `link`
 */
export async function linkPayment(
  needs: Needs,
  tx: Tx,
  payment: PaymentRow,
  matches: [TransferMatch, ...TransferMatch[]],
  { memberId, operatorId }: PaymentSettlement,
  limits: MatchLimits,
): Promise<void> {
  const [match, another] = matches
  await decideEvent(needs, tx, payment, { state: 'matched', memberId, operatorId })
  const code = another ? undefined : await lockCode(tx, payment.paymentId)
  const isOwn = code && match.memberId === code.memberId && evaluatePayment(code, payment) === 'credit'
  if (payment.inSuspense) {
    const meta = { sameAs: matches.map(({ id }) => id), ...(operatorId && { operatorId }) }
    const place = await placeOfPayment(tx, payment)
    await needs.ledger.postIn(tx, suspenseJournal(payment, 'suspense-explained', meta, place))
    await endLinked(needs, tx, payment, matches)
  }
  notifyDepositsChanged(needs, [memberId], tx)
  await endPayment(needs, tx, { ...payment, memberId }, matches, isOwn ? code.id : undefined)
  if (another) return
  await markPayment(tx, match.id, payment.id)
  if (isOwn && match.journalKey) await markPaid(tx, code.id, match.journalKey)
  await settleAround(needs, tx, { ...match, at: match.sentAt }, limits)
}

/**
 * Evaluates the waiting reports again whose amount and time are near a credit, or near money that several sources
 * have reported by now: some of them may be certain now.
 */
export async function settleAround(
  needs: Needs,
  tx: Tx,
  around: { currency: Currency; amountMinor: number; at: Date },
  limits: MatchLimits,
): Promise<void> {
  for (const id of await selectInDoubtNear(tx, around, limits)) {
    const row = await lockTransfer(tx, id)
    // One that was settled with another of them has left.
    if (row?.state !== 'in-doubt' || !row.memberId) continue
    await settle(needs, tx, row, { memberId: row.memberId }, limits)
  }
  for (const id of await selectPaymentsInDoubt(tx, around, limits)) {
    const payment = await lockEvent(tx, id)
    if (payment?.state !== 'in-doubt' || !payment.memberId) continue
    await settlePayment(needs, tx, payment, { memberId: payment.memberId }, limits)
  }
}
