import type { DeskDecision, DeskEntry, DeskQueue } from '../../../desk/queue.ts'
import type { Tx } from '../../../platform/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Context } from '../../context.ts'
import { lastAuditEvent } from '../../operator/public.ts'
import { recordEndings } from '../../outcome/public.ts'
import { notifyDepositsChanged } from '../notify.ts'
import { transferEntries } from './entries.ts'
import { endLinked } from './linked-ending.ts'
import { placeOfPayment, suspenseJournal } from './payment-journals.ts'
import { decideEvent, lockPayment, selectEvents, waitAgain, waitingEvents } from './payment-store.ts'
import { numbersOf, type ReportId, readReportId, reportId } from './report-id.ts'
import { returnEnd } from './review-ends.ts'
import { lockWaiting, selectWaiting, waitingTransfers } from './review-store.ts'
import { keepState } from './store.ts'
import { returnOf } from './suspense.ts'
import { waitingPayments } from './waiting-payments.ts'

/**
 * Money that two people decided to return to its sender (rules.md §18), until the bank or the gateway has sent it: it stays
 * in suspense, and nobody can be credited for it. Approving says that the return was sent and names its reference there;
 * refusing says that it was not sent, and the money waits for a decision again.
 */
export function returnDesk(context: Context): DeskQueue {
  const { db } = context
  return {
    name: 'return',
    ownerless: true,
    // Whoever says wrongly that it was not sent lets it be credited as well.
    refusalInDoubt: true,
    refusalByTwo: 'NOT_CARRIED_OUT',
    referenceNeeded: true,
    waiting: [waitingTransfers('returning', `'bank-' || id`), waitingEvents('returning', `'qr-' || id`)],
    entries: (ids) => readEntries(context, ids.map(readReportId)),
    async ended(id) {
      const known = readReportId(id)
      return known && returnEnd(db, known.kind === 'bank' ? 'bank_transfers' : 'qr_events', known.number)
    },
    async decide(tx, id, decision) {
      const known = readReportId(id)
      if (!known) throw new Refusal('NO_DATA')
      if (decision.choice === 'approve') await requireAgreement(context, tx, id, named(decision.reference))
      if (known.kind === 'bank') await decideTransfer(context, tx, known.number, decision)
      else await decidePayment(context, tx, known.number, decision)
      return undefined
    },
  }
}

async function decideTransfer(
  context: Context,
  tx: Tx,
  id: number,
  { choice, operatorId, reference }: DeskDecision,
): Promise<void> {
  const row = await lockWaiting(tx, 'returning', id)
  if (choice === 'refuse') {
    await keepState(context, tx, row, { state: 'unmatched', operatorId })
    return endLinked(context, tx, row)
  }
  const returnReference = named(reference)
  await keepState(context, tx, row, { state: 'returned', operatorId, returnReference })
  await context.ledger.postIn(tx, returnOf(row, { operatorId, returnReference }))
  await endLinked(context, tx, row)
}

async function decidePayment(
  context: Context,
  tx: Tx,
  id: number,
  { choice, operatorId, reference }: DeskDecision,
): Promise<void> {
  const event = await lockPayment(tx, 'returning', id)
  const { memberId } = event
  notifyDepositsChanged(context, [memberId], tx)
  if (choice === 'refuse') {
    await waitAgain(context, tx, id)
    return endLinked(context, tx, event)
  }
  const returnReference = named(reference)
  await decideEvent(context, tx, event, { state: 'returned', operatorId, memberId, returnReference })
  if (memberId) {
    const { amountMinor, currency, gateway } = event
    const end = {
      kind: 'qr',
      result: 'RETURNED',
      source: `payment-${id}`,
      from: gateway,
      at: context.clock.now(),
    } as const
    await recordEndings(tx, [{ key: `returned:payment-${id}`, memberId, amountMinor, currency, ...end }])
  }
  const place = await placeOfPayment(tx, event)
  const sent = suspenseJournal(event, 'suspense-return', { operatorId, returnReference }, place)
  await context.ledger.postIn(tx, sent)
  await endLinked(context, tx, event)
}

/**
 * Two people who record one return name one reference. Another one is a slip of the pen, or the money was sent twice:
 * nothing is recorded until they agree, or say that the first was wrong by refusing.
 * @throws Refusal `OTHER_REFERENCE` with the first one's `reference`, who recorded it (`decidedBy`) and when (`at`)
 */
async function requireAgreement(context: Context, tx: Tx, id: string, reference: string): Promise<void> {
  const last = await lastAuditEvent(context, `return:${id}`, decisionActions, tx)
  if (last?.action !== 'desk.approve-first') return
  const { reference: before } = last.details as { reference?: string }
  if (before === undefined || spelled(before) === spelled(reference)) return
  throw new Refusal('OTHER_REFERENCE', {
    reference: before,
    decidedBy: { _id: last.operator_id, name: last.operator_name ?? '' },
    at: last.at.toISOString(),
  })
}

/** What the desk audits about an item. */
const decisionActions = [
  'desk.approve-first',
  'desk.refuse-first',
  'desk.approve',
  'desk.refuse',
  'desk.superseded',
]
const spelled = (reference: string): string => reference.replace(/\s/g, '').toUpperCase()

function named(reference: string | undefined): string {
  if (reference !== undefined) return reference
  throw new Refusal('INVALID_REQUEST', { fields: [{ field: 'reference', reason: 'name the return' }] })
}

/** As they are to be sent, with what was credited and may be the same money: then nothing must be sent. */
async function readEntries(context: Context, ids: (ReportId | undefined)[]): Promise<DeskEntry[]> {
  const { db } = context
  const events = await selectEvents(db, 'returning', numbersOf('qr', ids))
  const rows = await selectWaiting(db, 'returning', numbersOf('bank', ids))
  const toReturn =
    (kind: ReportId['kind']) =>
    (entry: DeskEntry): DeskEntry => ({
      ...entry,
      id: reportId({ kind, number: Number(entry.id) }),
      memberId: null,
      reason: 'TO_RETURN',
      picture: null,
    })
  return [
    ...(await waitingPayments(db, events)).map(toReturn('qr')),
    ...(await transferEntries(context, rows, false)).map(toReturn('bank')),
  ]
}
