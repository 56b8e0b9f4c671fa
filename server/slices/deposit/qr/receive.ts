import { transaction } from '../../../platform/database.ts'
import type { Context } from '../../context.ts'
import { gatewayCurrency, paysIntoBank } from '../../lookup/public.ts'
import { notifyDepositsChanged } from '../notify.ts'
import { findCode, lockCode } from '../reports/code-store.ts'
import { creditPayment, settlePayment } from '../reports/credit.ts'
import { readMatchLimits } from '../reports/match-store.ts'
import { suspenseJournal } from '../reports/payment-journals.ts'
import { evaluatePayment } from '../reports/payment-rules.ts'
import {
  attributeEvent,
  type EventState,
  findEvent,
  insertEvent,
  isSentOn,
  markSuspended,
  type Payment,
  type PaymentRow,
} from '../reports/payment-store.ts'
import { lockAmount, lockReports } from '../reports/store.ts'

/**
 * Receives a gateway's report of a payment (rules.md §5.3): it is credited to the member whose code was paid, or
 * waits for a person, also where the bank or a slip may have reported the same money. Event, code and money commit
 * together; after a crash nothing is left, and the gateway reports again.
 * @returns the first outcome, however often the event is reported; `conflict` when it was reported with other content
 * before, or is another gateway's, which changes nothing
 */
export async function receivePayment(context: Context, payment: Payment): Promise<EventState | 'conflict'> {
  const { db, clock, ledger, log } = context
  const about = { gateway: payment.gateway, paymentId: payment.paymentId, eventId: payment.eventId }
  return transaction(db, async (tx) => {
    const now = clock.now()
    // What is of no code of ours is credited to nobody here, so the same money needs not be looked for.
    await lockReports(tx, payment.paymentId)
    const asked = await findCode(tx, payment.paymentId)
    if ((asked && asked.gateway !== payment.gateway) || (await isSentOn(tx, payment))) {
      log.error(about, 'a payment is reported at a gateway that it was not made at')
      return 'conflict'
    }
    const mayBeReported = asked !== undefined && (await paysIntoBank(tx, payment.gateway))
    // Before any row, as whatever looks for the same money does.
    if (mayBeReported) await lockAmount(tx, asked.currency, payment.amountMinor)
    const made = await insertEvent(tx, payment, await gatewayCurrency(tx, payment.gateway), now)
    if (made === undefined) {
      const known = await findEvent(tx, payment)
      if (known.amountMinor === payment.amountMinor && known.paymentId === payment.paymentId)
        return known.state
      log.error({ ...about, known }, 'a gateway reports an event again with other content')
      return 'conflict'
    }
    const code = await lockCode(tx, payment.paymentId)
    const evaluation = evaluatePayment(code, payment)
    const reason = evaluation === 'credit' ? undefined : evaluation
    const ours = reason === 'UNKNOWN_PAYMENT' ? undefined : code
    const event: PaymentRow = {
      ...payment,
      ...made,
      ...(ours && { currency: ours.currency }),
      state: 'waiting',
      reason: reason ?? null,
      memberId: ours?.memberId ?? null,
      journalKey: null,
      receivedAt: now,
      inSuspense: false,
      reversals: 0,
      isNew: true,
    }
    if (ours) {
      const { memberId, currency } = ours
      await attributeEvent(tx, event.id, { codeId: ours.id, memberId, currency, reason })
      notifyDepositsChanged(context, [memberId], tx)
      if (!reason && !mayBeReported) {
        await creditPayment(context, tx, event, { memberId })
        return 'credited'
      }
      const limits = await readMatchLimits(tx)
      const settled = reason ? 'waiting' : await settlePayment(context, tx, event, { memberId }, limits)
      if (settled === 'credited' || settled === 'matched') return settled
    }
    log.warn({ ...about, reason: reason ?? 'MAYBE_CREDITED' }, 'QR payment waits for a person')
    await markSuspended(context, tx, event.id)
    await ledger.postIn(tx, suspenseJournal(event, 'suspense'))
    return reason ? 'waiting' : 'in-doubt'
  })
}
