import { transaction } from '../../../platform/database.ts'
import type { Context } from '../../context.ts'
import { gatewayCurrency, paysIntoBank } from '../../house/public.ts'
import { notifyDepositsChanged } from '../notify.ts'
import { addPayer, attributePayment, insertPayment, isSentOn } from '../reports/arrival-store.ts'
import { findCode, lockCode } from '../reports/code-store.ts'
import { suspendWaiting } from '../reports/journals.ts'
import { lockAmount, lockReports } from '../reports/locks.ts'
import { readMatchLimits } from '../reports/match-store.ts'
import { evaluatePayment } from '../reports/payment-rules.ts'
import { credit, settle } from '../reports/settle.ts'
import type { ReportState } from '../reports/states.ts'
import { findPayment, type PaidCode } from '../reports/store.ts'
import { withoutHouse } from './payer.ts'

/**
 * Receives a gateway's report of a payment (rules.md §5.3): it is credited to the member whose code was paid,
 * or waits for a person, also where the bank or a slip may have reported the same money. Event, code and
 * money commit together; after a crash nothing is left, and the gateway reports again. A repetition may say
 * who paid where the first report did not.
 * @returns the first outcome, however often the event is reported; `conflict` when it was reported with other
 *   content before, or is another gateway's, which changes nothing
 */
export async function receivePayment(context: Context, payment: PaidCode): Promise<ReportState | 'conflict'> {
  const { db, clock, log } = context
  const about = { gateway: payment.gateway, paymentId: payment.paymentId, eventId: payment.eventId }
  return transaction(db, async (tx) => {
    // A payment of no code of ours is credited to nobody here, so nothing looks for the same money.
    await lockReports(tx, payment.paymentId)
    const asked = await findCode(tx, payment.paymentId)
    if ((asked && asked.gateway !== payment.gateway) || (await isSentOn(tx, payment))) {
      log.error(about, 'a payment is reported at a gateway that it was not made at')
      return 'conflict'
    }
    const mayBeReported = asked !== undefined && (await paysIntoBank(tx, payment.gateway))
    // Before any row, as whatever looks for the same money does.
    if (mayBeReported) await lockAmount(tx, asked.currency, payment.amountMinor)
    const payer = await withoutHouse(tx, payment.payer)
    const currencyThere = await gatewayCurrency(tx, payment.gateway)
    const id = await insertPayment(tx, { ...payment, payer }, currencyThere, clock.now())
    const known = await findPayment(tx, payment)
    if (id === undefined) {
      if (known.amountMinor === payment.amountMinor && known.paymentId === payment.paymentId) {
        await addPayer(tx, known.id, payer)
        return known.state
      }
      // The facts that differ, and not who paid, who is in no log.
      const { paymentId, amountMinor, state } = known
      log.error(
        { ...about, known: { id: known.id, paymentId, amountMinor, state } },
        'a gateway reports an event again with other content',
      )
      return 'conflict'
    }
    const code = await lockCode(tx, payment.paymentId)
    const evaluation = evaluatePayment(code, known)
    const reason = evaluation === 'credit' ? undefined : evaluation
    if (code && reason !== 'UNKNOWN_PAYMENT') {
      const { memberId, currency } = code
      await attributePayment(tx, id, { codeId: code.id, memberId, currency, reason })
      notifyDepositsChanged(context, [memberId], tx)
      // Stored as one of an unknown code, it has no reason to wait for a person where its code asked for it.
      const report = {
        ...(await findPayment(tx, payment)),
        reason: reason ?? null,
        isNew: true,
      } as const
      if (!reason && !mayBeReported) {
        await credit(context, tx, report, { memberId })
        return 'credited'
      }
      const limits = await readMatchLimits(tx)
      const settled = reason ? undefined : await settle(context, tx, report, { memberId }, limits)
      if (settled === 'credited' || settled === 'matched') return settled
    }
    log.warn({ ...about, reason: reason ?? 'MAYBE_CREDITED' }, 'QR payment waits for a person')
    await suspendWaiting(context, tx)
    return reason ? 'waiting' : 'in-doubt'
  })
}
