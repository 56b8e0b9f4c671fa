import type { AnswerOf } from '@krapao/contract/client.ts'
import { consoleRoom } from '@krapao/contract/events.ts'
import { fromMinor } from '@krapao/contract/money.ts'
import { type DeskEntry, type DeskQueue, evidenceOf } from '../../desk/queue.ts'
import { own } from '../../ledger/public.ts'
import { transaction } from '../../platform/database.ts'
import type { OperatorCaller } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Context } from '../context.ts'
import { audit, lockActing, selectOperators } from '../operator/public.ts'
import { findEntry, queueOf } from './list.ts'
import {
  endReversal,
  findByItem,
  findByJournal,
  findReversal,
  insertReversal,
  type ReversalRow,
  selectWaiting,
  waitingReversals,
} from './reversal-store.ts'
import { fingerprintOf, keep, replay } from './same-call.ts'
import { insertVote, lockItem } from './store.ts'

/**
 * Taking back what was decided (docs/decisions/0020): one operator requests it with a reason, which counts as
 * the first of two approvals; a second one approves in the queue `reversal`, and only then is it booked.
 */

/** A request, as the call makes it. */
export interface ReversalRequest {
  queue: string
  id: string
  operator: OperatorCaller
  reason: string
  /** `Idempotency-Key` of the call. */
  key?: string | undefined
}

const idOf = (text: string): number | undefined => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined)

/**
 * Requests that a decided item's credit or payment is taken back. The request, its first vote and the audit
 * are one transaction; of several requests for one journal one is made.
 * @throws Refusal `NO_DATA` no such item, `NOT_REVERSIBLE`, `REVERSAL_WAITS` (with `id`) it was requested
 *   before, `INACTIVE_USER`, `FORBIDDEN`, `IDEMPOTENCY_CONFLICT`
 */
export async function askReversal(
  context: Context,
  request: ReversalRequest,
): Promise<AnswerOf<'POST /api/console/desk/:queue/:id/reverse'>> {
  const print = fingerprintOf({ ...request, choice: 'reverse' })
  const before = await replay<{ id: string }>(context, request, print)
  if (before) return before
  const queue = queueOf(context, request.queue)
  const found = await queue.reversible?.(request.id)
  if (!found) {
    const isKnown = (await findEntry(queue, request.id)) ?? (await queue.ended(request.id))
    throw new Refusal(isKnown ? 'NOT_REVERSIBLE' : 'NO_DATA')
  }
  const { evidence, ...of } = found
  const { operatorId } = request.operator
  const askedAt = context.clock.now()
  const { reason } = request
  try {
    return await transaction(context.db, async (tx) => {
      await lockItem(tx, 'reversal', of.journalKey)
      await lockActing(tx, request.operator, 'decide')
      const number = await insertReversal(context.desk, tx, {
        ...of,
        queue: request.queue,
        itemId: request.id,
        reason,
        askedBy: operatorId,
        askedAt,
      })
      if (number === undefined) throw new Refusal('REVERSAL_WAITS')
      const id = String(number)
      const { memberId, amountMinor, currency } = of
      const statement = {
        choice: 'approve',
        memberId,
        amountMinor,
        transferId: null,
        question: null,
      } as const
      await insertVote(tx, {
        queue: 'reversal',
        itemId: id,
        operatorId,
        reason,
        at: askedAt,
        ...statement,
      })
      await audit(context, tx, {
        operatorId,
        action: 'desk.reversal-asked',
        subject: `${request.queue}:${request.id}`,
        reason,
        details: { memberId, amountMinor, currency, reversalId: id, evidence },
      })
      await keep(context, tx, request, print, { id })
      tx.afterCommit(() => context.sockets.emit(consoleRoom, 'desk-changed', ['reversal', request.queue]))
      return { id }
    })
  } catch (error) {
    // The same call came twice at once.
    const twice = error instanceof Refusal ? await replay<{ id: string }>(context, request, print) : undefined
    if (twice) return twice
    if (!(error instanceof Refusal) || error.code !== 'REVERSAL_WAITS') throw error
    const waiting = await findByJournal(context.db, of.journalKey)
    throw new Refusal('REVERSAL_WAITS', { id: waiting ? String(waiting.id) : null })
  }
}

type ReversalState = Pick<
  NonNullable<AnswerOf<'GET /api/console/desk/:queue/:id'>['decision']>,
  'reversible' | 'reversal'
>

/** Whether a decided item may be taken back, and the last request to do so. */
export async function reversalOf(context: Context, queue: DeskQueue, id: string): Promise<ReversalState> {
  const found = await queue.reversible?.(id)
  const open = found && (await findByJournal(context.db, found.journalKey))
  const row = open ?? (await findByItem(context.db, queue.name, id))
  return {
    reversible: found !== undefined && open === undefined,
    reversal: row ? await shown(context, row) : null,
  }
}

async function shown(context: Context, row: ReversalRow): Promise<NonNullable<ReversalState['reversal']>> {
  const people = await selectOperators(context.db, [row.askedBy, row.decidedBy ?? ''])
  const nameOf = (id: string) => ({ _id: id, name: people.find((person) => person.id === id)?.name ?? '' })
  return {
    _id: String(row.id),
    state: row.state,
    askedBy: nameOf(row.askedBy),
    askedAt: row.askedAt.toISOString(),
    reason: row.reason,
    decidedBy: row.decidedBy === null ? null : nameOf(row.decidedBy),
    decidedAt: row.decidedAt?.toISOString() ?? null,
  }
}

/** Requests that wait for a second operator. Refusing one changes nothing, so it takes one operator. */
export function reversalDesk(context: Context): DeskQueue {
  const { db, clock, desk } = context
  return {
    name: 'reversal',
    refusalInDoubt: false,
    referenceNeeded: false,
    approvalByTwo: 'REVERSAL',
    waiting: [waitingReversals],
    async entries(ids) {
      const rows = await selectWaiting(
        db,
        ids.flatMap((id) => idOf(id) ?? []),
      )
      return Promise.all(rows.map((row) => entryOf(context, row)))
    },
    async ended(id) {
      const number = idOf(id)
      const row = number === undefined ? undefined : await findReversal(db, number)
      if (!row) return undefined
      const { memberId, amountMinor, currency, decidedAt: at, state } = row
      const choice = state === 'WAITING' ? null : state === 'DONE' ? 'approve' : 'refuse'
      return { memberId, amountMinor, currency, at, choice }
    },
    async decide(tx, id, { choice, operatorId, reason }) {
      const number = idOf(id)
      if (number === undefined) throw new Refusal('NO_DATA')
      const state = choice === 'approve' ? 'DONE' : 'REFUSED'
      const row = await endReversal(desk, tx, number, { state, operatorId, at: clock.now() })
      if (!row) throw new Refusal('ALREADY_DECIDED')
      if (choice === 'refuse') return undefined
      const owner = queueOf(context, row.queue)
      if (!owner.reverse) throw new Refusal('NOT_REVERSIBLE')
      await owner.reverse(tx, row.journalKey, { operatorId, reason })
      return undefined
    },
  }
}

async function entryOf(context: Context, row: ReversalRow): Promise<DeskEntry> {
  const found = await queueOf(context, row.queue).reversible?.(row.itemId)
  const wallet = (await context.ledger.balances(row.memberId)).get(own.wallet)?.amountMinor ?? 0
  return {
    id: String(row.id),
    createdAt: row.askedAt.toISOString(),
    memberId: row.memberId,
    amount: fromMinor(row.amountMinor),
    currency: row.currency,
    reason: 'TO_REVERSE',
    evidence: [
      ...evidenceOf([
        ['reversedQueue', row.queue],
        ['reversedItem', row.itemId],
        ['walletAmount', fromMinor(wallet).toFixed(2)],
      ]),
      ...(found?.evidence ?? []),
    ],
    picture: null,
  }
}
