import { fromMinor } from '@krapao/contract/money.ts'
import { type DeskEntry, evidenceOf } from '../../../desk/queue.ts'
import type { Db } from '../../../platform/database.ts'
import { counterpartOf } from './entries.ts'
import { readMatchLimits } from './match-store.ts'
import { selectTransferMatches } from './payment-match-store.ts'
import type { WaitingEvent } from './payment-store.ts'

/** What operators see of a payment. */
const paymentFacts = (event: WaitingEvent): DeskEntry['evidence'] =>
  evidenceOf([
    ['gateway', event.gateway],
    ['paymentId', event.paymentId],
    ['eventId', event.eventId],
    ['paidAt', event.paidAt.toISOString()],
    ['codeAmount', event.codeAmountMinor === null ? null : fromMinor(event.codeAmountMinor).toFixed(2)],
    ['codeState', event.codeState],
    ['codeExpiresAt', event.codeExpiresAt?.toISOString()],
    ['codeClosedAt', event.codeClosedAt?.toISOString()],
  ])

/** Payments that wait, each beside transfers that were credited and may be the same money. */
export async function waitingPayments(db: Db, events: WaitingEvent[]): Promise<DeskEntry[]> {
  if (events.length === 0) return []
  const matches = await selectTransferMatches(db, events, await readMatchLimits(db))
  return events.map((event) => ({
    id: String(event.id),
    createdAt: event.receivedAt.toISOString(),
    memberId: event.memberId,
    amount: fromMinor(event.amountMinor),
    currency: event.currency,
    reason: event.reversals > 0 ? 'REVERSED' : (event.reason ?? 'UNKNOWN_PAYMENT'),
    evidence: paymentFacts(event),
    reportedBy: ['GATEWAY'],
    counterparts: (matches.get(event.id) ?? []).map(counterpartOf),
    picture: null,
  }))
}
