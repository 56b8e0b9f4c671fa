import { memberRoom } from '@krapao/contract/events.ts'
import type { Posting } from '../../ledger/ledger.ts'
import { whenCommitted } from '../../platform/database.ts'
import type { Context } from '../context.ts'
import { type EventState, findEvent, insertEvent, judgeEvent, type Payment } from './qr-event-store.ts'
import { judgePayment } from './qr-rules.ts'
import { lockCode, markPaid } from './qr-store.ts'

/**
 * Takes in a payment that a gateway reports (rules.md §5.3): credits it to the member whose code was paid, or leaves it
 * to a person. The event, the code and the money commit together; whoever dies on the way leaves nothing, and the
 * gateway reports again.
 * @returns the first outcome, however often the event is reported; `conflict` when it was reported with other content
 *   before, which changes nothing
 */
export async function receivePayment(
  { db, clock, ledger, log, sockets }: Context,
  payment: Payment,
): Promise<EventState | 'conflict'> {
  const about = { gateway: payment.gateway, paymentId: payment.paymentId, eventId: payment.eventId }
  return db.transaction().execute(async (tx) => {
    const id = await insertEvent(tx, payment, clock.now())
    if (id === undefined) {
      const known = await findEvent(tx, payment)
      if (known.amountMinor === payment.amountMinor && known.paymentId === payment.paymentId)
        return known.state
      log.error({ ...about, known }, 'a gateway reports an event again with other content')
      return 'conflict'
    }
    const code = await lockCode(tx, payment.paymentId)
    const verdict = judgePayment(code, payment)
    if (!code || verdict === 'UNKNOWN_PAYMENT') {
      log.warn(about, 'QR payment unknown')
      return 'waiting'
    }
    const { memberId, currency } = code
    await whenCommitted(tx, () => sockets.emit(memberRoom(memberId), 'deposits-changed'))
    if (verdict !== 'credit') {
      log.warn({ ...about, reason: verdict }, 'QR payment waits for a person')
      await judgeEvent(tx, id, { state: 'waiting', reason: verdict, memberId, currency })
      return 'waiting'
    }
    const journalKey = `qr:${payment.gateway}:${payment.paymentId}`
    await ledger.postIn(tx, creditOf(payment, { memberId, currency }, journalKey))
    await markPaid(tx, code.id, journalKey)
    await judgeEvent(tx, id, { state: 'credited', journalKey, memberId, currency })
    return 'credited'
  })
}

/** The journal that brings a payment into a member's wallet. */
export const creditOf = (
  { gateway, paymentId, eventId, amountMinor, paidAt }: Payment,
  { memberId, currency: asset }: { memberId: string; currency: 'THB' | 'LAK' },
  key: string,
  meta: Record<string, unknown> = {},
): Posting => ({
  key,
  kind: 'deposit',
  memberId,
  legs: [
    { account: { house: `gateway:${gateway}` }, asset, amountMinor: -amountMinor },
    { account: { member: memberId, name: 'wallet' }, asset, amountMinor },
  ],
  meta: { source: 'qr', gateway, paymentId, eventId, paidAt: paidAt.toISOString(), ...meta },
})
