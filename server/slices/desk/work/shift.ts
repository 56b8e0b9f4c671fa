import type { AnswerOf } from '@krapao/contract/client.ts'
import { consoleRoom } from '@krapao/contract/events.ts'
import { fromMinor } from '@krapao/contract/money.ts'
import type { Shift, ShiftSummary } from '@krapao/contract/slices/desk/work/subject.ts'
import { readInstant } from '../../../platform/clock.ts'
import { type Db, type Tx, transaction } from '../../../platform/database.ts'
import type { OperatorCaller } from '../../../platform/http.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { countAnswered, countOwnChats, giveBackChats } from '../../chat/public.ts'
import type { Context } from '../../context.ts'
import { audit, sumDecisions } from '../../operator/public.ts'
import {
  countHeld,
  deleteHeld,
  findOpenShift,
  insertShift,
  type ShiftRow,
  saveClosed,
  selectClosed,
} from './store-shifts.ts'
import { colleagues } from './subjects.ts'

/**
 * Shifts: the times that an operator worked, the decisions, and the note to the next person (rules.md §17.9).
 */

const pageOf = 20

/** An operator's work since a time, and the items that the operator holds now. */
async function summarise(handle: Db | Tx, operatorId: string, from: Date, now: Date): Promise<ShiftSummary> {
  const decisions = await sumDecisions(handle, operatorId, { from, to: now })
  const conversations = await countAnswered(handle, operatorId, { from, to: now })
  const chats = await countOwnChats(handle, operatorId)
  const held = await countHeld(handle, operatorId, now)
  return {
    decisions: decisions.map(({ sumMinor, ...decision }) => ({ ...decision, sum: fromMinor(sumMinor) })),
    conversations,
    chats,
    ...held,
  }
}

/** As it was kept: shifts that were closed earlier say nothing of queues. */
const withQueues = (kept: ShiftSummary): ShiftSummary => ({
  ...kept,
  decisions: kept.decisions.map((decision) => ({ ...decision, queue: decision.queue ?? null })),
})

async function toShifts(context: Context, rows: ShiftRow[]): Promise<Shift[]> {
  const { db, clock } = context
  const colleague = await colleagues(
    context,
    rows.map(({ operatorId }) => operatorId),
  )
  return Promise.all(
    rows.map(async ({ shiftId, operatorId, openedAt, closedAt, note, summary }) => ({
      _id: String(shiftId),
      operator: colleague(operatorId),
      openedAt: openedAt.toISOString(),
      closedAt: closedAt?.toISOString() ?? null,
      note,
      summary: summary ? withQueues(summary) : await summarise(db, operatorId, openedAt, clock.now()),
    })),
  )
}

/** The operator's open shift, and the one that was closed last, by anybody. */
export async function readShift(
  context: Context,
  { operatorId }: OperatorCaller,
): Promise<AnswerOf<'GET /api/console/shift'>> {
  const own = await findOpenShift(context.db, operatorId)
  const closed = await selectClosed(context.db, { limit: 1 })
  const [last = null] = await toShifts(context, closed)
  const [shift = null] = own ? await toShifts(context, [own]) : []
  return { shift, last }
}

export async function openShift(context: Context, { operatorId }: OperatorCaller): Promise<Shift> {
  const { db, clock } = context
  const row = await transaction(db, async (tx) => {
    const isNew = await insertShift(tx, operatorId, clock.now())
    if (isNew) await audit(context, tx, { operatorId, action: 'work.shift-opened', details: {} })
    return findOpenShift(tx, operatorId)
  })
  const [shift] = row ? await toShifts(context, [row]) : []
  if (!shift) throw new Error('no shift is open')
  return shift
}

/**
 * Closes the operator's shift. What the operator holds goes back to everybody in the same transaction; what
 * is snoozed comes back at its time.
 * @throws Refusal `NO_DATA` if no shift is open
 */
export async function closeShift(
  context: Context,
  { operatorId }: OperatorCaller,
  note: string,
): Promise<Shift> {
  const { db, clock, sockets } = context
  const row = await transaction(db, async (tx) => {
    const open = await findOpenShift(tx, operatorId, { lock: true })
    if (!open) throw new Refusal('NO_DATA')
    const closedAt = clock.now()
    const summary = await summarise(tx, operatorId, open.openedAt, closedAt)
    const closed = { ...open, closedAt, note, summary }
    await saveClosed(tx, closed)
    await deleteHeld(tx, operatorId)
    const chats = await giveBackChats(tx, operatorId)
    await audit(context, tx, { operatorId, action: 'work.shift-closed', reason: note, details: {} })
    tx.afterCommit(() => {
      for (const id of chats) sockets.emit(consoleRoom, 'chat-changed', id)
      sockets.emit(consoleRoom, 'work-changed', { queue: '', id: '' })
    })
    return closed
  })
  const [shift] = await toShifts(context, [row])
  if (!shift) throw new Error('the shift is not shown')
  return shift
}

/** Closed shifts of everybody, newest first. @throws Refusal `INVALID_REQUEST` */
export async function listShifts(
  context: Context,
  before: string | undefined,
): Promise<AnswerOf<'GET /api/console/shifts'>> {
  const place = before === undefined ? undefined : readPlace(before)
  const rows = await selectClosed(context.db, { limit: pageOf + 1, ...(place && { before: place }) })
  const last = rows.length > pageOf ? rows[pageOf - 1] : undefined
  return {
    shifts: await toShifts(context, rows.slice(0, pageOf)),
    next: last?.closedAt ? `${last.closedAt.toISOString()}_${last.shiftId}` : null,
  }
}

function readPlace(text: string): { at: Date; id: number } {
  const [, time = '', id = ''] = /^(.+Z)_(\d{1,15})$/.exec(text) ?? []
  const at = readInstant(time)
  if (!at) {
    throw new Refusal('INVALID_REQUEST', { fields: [{ field: 'before', reason: 'not the next of a page' }] })
  }
  return { at, id: Number(id) }
}
