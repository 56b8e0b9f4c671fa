import type { SlipNote } from '@krapao/contract/slices/deposit/slip/list-slips.ts'
import { rawQuery, type Tx } from '../../../platform/database.ts'
import type { HouseAccount } from '../../house/public.ts'
import { notifyDepositsChanged } from '../notify.ts'
import { insertShown } from '../reports/arrival-store.ts'
import { suspendWaiting } from '../reports/journals.ts'
import { endSlip, placeOf, succeed } from '../reports/linked-ending.ts'
import { lockAmounts, lockReports, lockSlips } from '../reports/locks.ts'
import type { MatchLimits } from '../reports/match-rules.ts'
import { readMatchLimits } from '../reports/match-store.ts'
import { lookAgain, type Needs, settle } from '../reports/settle.ts'
import { isSentBack, waitsForPerson } from '../reports/states.ts'
import {
  lockReference,
  lockReport,
  markShown,
  type Payment,
  type Report,
  selectElsewhere,
  type Transfer,
  unlink,
} from '../reports/store.ts'
import { lockSlip, type SlipRow } from './store.ts'

/** A slip whose mini-QR was read. */
export type ReadSlip = SlipRow & { bankCode: string; reference: string }

/** The outcome of a slip that was to be credited. */
export type Settlement =
  | { outcome: 'credited' }
  | { outcome: 'reject'; note: SlipNote }
  /**
   * Another slip of the same transfer is being looked at, or the gateway's payment of its money has to be
   * decided first.
   */
  | { outcome: 'wait' }
  /**
   * It may be a transfer that the feed has reported under another reference, and a person decides about that.
   */
  | { outcome: 'in-doubt' }
  /** The bank's feed has reported another amount. */
  | { outcome: 'amount-differs' }
  /** Its reference was reported at another account of the house. */
  | { outcome: 'receiver-differs' }
  /** It was credited before, and two people took that back: a person says whose it is. */
  | { outcome: 'was-reversed' }
  /** Two people decided that its money goes back, or it was sent: the slip ends with that. */
  | { outcome: 'sent-back' }

export interface Credit {
  house: HouseAccount
  amountMinor: number
  /** The operator who decided it, where one did. */
  operatorId?: string
}

/**
 * Locks a slip until the transaction ends, the turn before the row, as everybody here does.
 * @returns undefined where there is none, or its mini-QR was not read
 */
export async function openSlip(tx: Tx, id: string): Promise<ReadSlip | undefined> {
  const [miniQr] = await rawQuery<{ bankCode: string | null; reference: string | null }>(
    tx,
    'select bank_code as "bankCode", reference from slips where id = $1',
    [id],
  )
  if (!miniQr?.bankCode || !miniQr.reference) return undefined
  await lockSlips(tx, miniQr.bankCode, miniQr.reference)
  return (await lockSlip(tx, id)) as ReadSlip | undefined
}

/**
 * Claims the slip's transfer (rules.md §5.1): of several slips of it one goes on. One that is credited keeps
 * the claim for good; so does the member's own. While somebody else's is being looked at, this one waits: a
 * stolen picture must not burn its owner's deposit. One that only waits for a person loses the claim to
 * another member's.
 */
export async function claimTransfer(tx: Tx, slip: ReadSlip): Promise<'claimed' | 'duplicate' | 'wait'> {
  await lockSlips(tx, slip.bankCode, slip.reference)
  const holders = await rawQuery<Pick<SlipRow, 'memberId' | 'status' | 'deskReason'>>(
    tx,
    `select member_id as "memberId", status, desk_reason as "deskReason" from slips
     where bank_code = $1 and reference = $2 and id <> $3
       and (claims or (member_id = $4 and status = 'PENDING' and desk_reason is not null))`,
    [slip.bankCode, slip.reference, slip.id, slip.memberId],
  )
  if (holders.some(({ status, memberId }) => status === 'SUCCESS' || memberId === slip.memberId))
    return 'duplicate'
  if (holders.some(({ deskReason }) => deskReason === null)) return 'wait'
  if (holders.length > 0) {
    await rawQuery(tx, 'update slips set claims = false where bank_code = $1 and reference = $2 and claims', [
      slip.bankCode,
      slip.reference,
    ])
  }
  await rawQuery(
    tx,
    `update slips set claims = true, step = case step when 'read' then 'look-up' else step end
     where id = $1 and status = 'PENDING'`,
    [slip.id],
  )
  return 'claimed'
}

/**
 * Credits a slip in the caller's transaction, with its claim's final state; at most once, whatever comes at
 * the same moment. The bank's feed may know the transfer: both meet in the report under the account of the
 * house and the reference. Whichever is second finds the credit and is matched to it (rules.md §5.2). Where
 * the feed has references of its own, see `settle`.
 * @param slip of `openSlip`, and still open
 */
export async function creditSlip(
  context: Needs,
  tx: Tx,
  slip: ReadSlip,
  credit: Credit,
): Promise<Settlement> {
  const settlement = await claimAndCredit(context, tx, slip, credit)
  // A report that the credit shows to be another transfer waits again.
  await suspendWaiting(context, tx)
  return settlement
}

async function claimAndCredit(context: Needs, tx: Tx, slip: ReadSlip, credit: Credit): Promise<Settlement> {
  const claim = await claimTransfer(tx, slip)
  if (claim === 'wait') return { outcome: 'wait' }
  if (claim === 'duplicate') return { outcome: 'reject', note: 'SLIP_REFNO_DUPLICATED' }
  const { house, amountMinor, operatorId } = credit
  const { id, memberId, reference } = slip
  await lockReports(tx, reference)
  // The feed may have reported another amount, and an operator says which is right.
  await lockAmounts(tx, reference, { currency: house.currency, amountMinor })
  const elsewhere = await evaluateElsewhere(tx, slip, credit)
  if (elsewhere) return elsewhere
  const limits = await readMatchLimits(tx)
  const shown = {
    slipId: id,
    reference,
    amountMinor,
    paidAt: slip.sentAt ?? slip.createdAt,
    fromBank: slip.fromBank ?? '',
    fromAccountNo: slip.fromAccountNo ?? '',
    fromName: slip.fromName ?? '',
  }
  const made = await insertShown(tx, house, shown, context.clock.now())
  const known = await lockReference(tx, house.accountNo, reference)
  if (!known) throw new Error(`transfer ${reference} is gone`)
  const settlement = { memberId, operatorId, amountMinor }
  if (made) {
    const settled = await settle(context, tx, { ...known, isNew: true }, settlement, limits)
    return { outcome: settled === 'in-doubt' ? 'in-doubt' : 'credited' }
  }
  if (isSentBack(known)) {
    await endSlip(context, tx, known, { id, memberId, operatorId }, [known])
    notifyDepositsChanged(context, [memberId], tx)
    return { outcome: 'sent-back' }
  }
  const same = known.sameAsId === null ? undefined : await lockReport(tx, known.sameAsId)
  const refusal = refusalOf(known, same, slip, credit)
  if (refusal) return refusal
  // The report may be matched to a gateway's payment of the same money.
  const matched = same?.kind === 'payment' ? same : undefined
  const payment = matched && (await decidePayment(context, tx, matched, { memberId, operatorId }, limits))
  if (payment && 'outcome' in payment) return payment
  if (payment && (payment.memberId !== memberId || !payment.journalKey)) {
    return { outcome: 'reject', note: isSentBack(payment) ? 'UNKNOW_ERROR' : 'SLIP_REFNO_DUPLICATED' }
  }
  await markShown(tx, known.id, id)
  if (known.reportedAt !== null) await unlink(context, tx, known.id)
  const met = await lockReference(tx, house.accountNo, reference)
  if (!met) throw new Error(`transfer ${reference} is gone`)
  const credited = payment ?? (met.state === 'credited' ? met : undefined)
  if (!credited) {
    const settled = await settle(context, tx, met, settlement, limits)
    return { outcome: settled === 'in-doubt' ? 'in-doubt' : 'credited' }
  }
  await succeed(context, tx, id, { ...placeOf(met, operatorId), journalKey: credited.journalKey ?? '' })
  await lookAgain(context, tx, [{ near: met }], limits)
  return { outcome: 'credited' }
}

/**
 * The gateway's payment that a transfer is matched to. Where its credit was taken back it is nobody's, and a
 * person who approves the slip says whose it is: the payment is credited, as its slip is no money of its own.
 * @returns the payment as it is then; or the outcome of the slip, where the payment has to be decided first
 */
async function decidePayment(
  context: Needs,
  tx: Tx,
  payment: Payment,
  settlement: { memberId: string; operatorId: string | undefined },
  limits: MatchLimits,
): Promise<Report | Settlement | undefined> {
  if (payment.state !== 'waiting' && payment.state !== 'in-doubt') return payment
  if (settlement.operatorId === undefined) return { outcome: 'was-reversed' }
  // Whether it is money that was credited otherwise is asked where payments are decided.
  if (payment.state === 'in-doubt') return { outcome: 'wait' }
  const settled = await settle(context, tx, payment, settlement, limits)
  return settled === 'in-doubt' ? { outcome: 'wait' } : lockReport(tx, payment.id)
}

/**
 * The state of a slip's reference at other accounts of the house. One reference is one transfer (rules.md
 * §5.2): a transfer that is settled there is not credited again, and a person decides about one that waits
 * there.
 * @returns undefined where nothing is, where it was credited at this account, or where a person decides about
 *   the waiting one
 */
async function evaluateElsewhere(
  tx: Tx,
  slip: ReadSlip,
  { house, operatorId }: Credit,
): Promise<Settlement | undefined> {
  const here = await lockReference(tx, house.accountNo, slip.reference)
  if (here?.state === 'credited') return undefined
  const elsewhere = await selectElsewhere(tx, house.accountNo, slip.reference)
  if (elsewhere.length === 0) return undefined
  if (operatorId === undefined) return { outcome: 'receiver-differs' }
  const waits = elsewhere.every((row) => waitsForPerson(row.state) && !isSentBack(row))
  if (waits) return undefined
  const isReturned = elsewhere.some(isSentBack)
  return { outcome: 'reject', note: isReturned ? 'UNKNOW_ERROR' : 'SLIP_REFNO_DUPLICATED' }
}

/**
 * Why a slip whose reference was reported before is not credited; undefined when it may be.
 * @param same the report that the known one is matched to
 */
function refusalOf(
  known: Transfer,
  same: Report | undefined,
  slip: ReadSlip,
  credit: Credit,
): Settlement | undefined {
  if (known.state === 'internal' || known.state === 'explained') {
    return { outcome: 'reject', note: 'UNKNOW_ERROR' }
  }
  if (known.state === 'credited' && known.memberId !== slip.memberId) {
    return { outcome: 'reject', note: 'SLIP_REFNO_DUPLICATED' }
  }
  const isOwnAuditEvent = credit.operatorId === undefined
  if (known.state !== 'credited' && known.reversals > 0 && isOwnAuditEvent) return { outcome: 'was-reversed' }
  // Another slip was here first, and was not credited under the reference. One that failed says nothing about
  // whose the transfer is, but what it was matched to does; of a payment that is known by the payment itself.
  if (known.state !== 'credited' && known.slipId !== null && known.slipId !== slip.id) {
    const isOpen = known.isSlipFailed && (known.state !== 'matched' || same?.kind === 'payment')
    if (!isOpen && known.state === 'matched') return { outcome: 'reject', note: 'SLIP_REFNO_DUPLICATED' }
    if (!isOpen) return { outcome: 'wait' }
  }
  const differs = known.amountMinor !== credit.amountMinor && isOwnAuditEvent
  return differs ? { outcome: 'amount-differs' } : undefined
}
