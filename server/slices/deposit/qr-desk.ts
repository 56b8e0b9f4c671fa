import { memberRoom } from '@krapao/contract/events.ts'
import { fromMinor } from '@krapao/contract/money.ts'
import { whenCommitted } from '../../platform/database.ts'
import { type DeskEntry, type DeskQueue, evidenceOf } from '../../platform/desk.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Context } from '../context.ts'
import { findOwner } from './manual-store.ts'
import {
  countWaiting,
  decideEvent,
  findWaiting,
  lockEvent,
  selectWaiting,
  type WaitingEvent,
} from './qr-event-store.ts'
import { creditOf } from './qr-payment.ts'

/**
 * Payments that no code took: late, of another amount, second ones, and of codes that nobody knows (rules.md §5.3).
 * Approving credits what was paid to the member whose code it was, or to the one that the operator names; refusing says
 * that the money goes back to its sender outside the ledger.
 */
export function qrDesk({ db, ledger, sockets }: Context): DeskQueue {
  return {
    name: 'qr-payment',
    refusalInDoubt: false,
    count: () => countWaiting(db),
    list: async ({ after, limit }) => (await selectWaiting(db, readId(after) ?? 0, limit)).map(entryOf),
    async find(id) {
      const number = readId(id)
      const event = number === undefined ? undefined : await findWaiting(db, number)
      return event && entryOf(event)
    },
    async decide(tx, id, { verdict, operatorId, memberId: named }) {
      const number = readId(id)
      const event = number === undefined ? undefined : await lockEvent(tx, number)
      if (!event || number === undefined) throw new Refusal('NO_DATA')
      if (event.state !== 'waiting') throw new Refusal('ALREADY_DECIDED')
      if (verdict === 'refuse') {
        const { memberId } = event
        await decideEvent(tx, number, { state: 'returned', operatorId, memberId, journalKey: null })
        if (memberId) await whenCommitted(tx, () => sockets.emit(memberRoom(memberId), 'deposits-changed'))
        return
      }
      const owner = await findOwner(tx, event.memberId ?? named, event.currency)
      const journalKey = `qr:${event.gateway}:${event.paymentId}:${event.eventId}`
      await decideEvent(tx, number, { state: 'credited', operatorId, memberId: owner, journalKey })
      const to = { memberId: owner, currency: event.currency }
      await ledger.postIn(tx, creditOf(event, to, journalKey, { reason: event.reason, operatorId }))
      await whenCommitted(tx, () => sockets.emit(memberRoom(owner), 'deposits-changed'))
    },
  }
}

const readId = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined

function entryOf(event: WaitingEvent): DeskEntry {
  const evidence = evidenceOf([
    ['gateway', event.gateway],
    ['paymentId', event.paymentId],
    ['eventId', event.eventId],
    ['paidAt', event.paidAt.toISOString()],
    ['codeAmount', event.codeAmountMinor === null ? null : fromMinor(event.codeAmountMinor).toFixed(2)],
    ['codeState', event.codeState],
    ['codeExpiresAt', event.codeExpiresAt?.toISOString()],
    ['codeClosedAt', event.codeClosedAt?.toISOString()],
  ])
  return {
    id: String(event.id),
    createdAt: event.receivedAt.toISOString(),
    memberId: event.memberId,
    amount: fromMinor(event.amountMinor),
    currency: event.currency,
    reason: event.reason ?? 'UNKNOWN_PAYMENT',
    evidence,
    picture: null,
  }
}
