import type { AnswerOf } from '@krapao/contract/client.ts'
import { consoleRoom } from '@krapao/contract/events.ts'
import { fromMinor } from '@krapao/contract/money.ts'
import type { WorkItem } from '@krapao/contract/slices/desk/work/subject.ts'
import { addSeconds, readInstant } from '../../../platform/clock.ts'
import { transaction } from '../../../platform/database.ts'
import type { OperatorCaller } from '../../../platform/http.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { findChatOwner } from '../../chat/public.ts'
import type { Context } from '../../context.ts'
import { audit, auditLooks } from '../../operator/public.ts'
import { notifyConsoles } from './claims.ts'
import { requireColleague, writeNote } from './notes.ts'
import { type Subject, snoozeHeldMinutes, snoozeHours, snoozeMinutes } from './rules.ts'
import {
  deleteAssignment,
  deleteDueSnoozes,
  deleteEnded,
  deleteOldClaims,
  deleteSnooze,
  findAssignment,
  type Place,
  saveAssignment,
  saveSnooze,
  selectAssigned,
  selectSnoozed,
} from './store.ts'
import { colleagues, memberOf, queueName, requireRight, requireWaiting } from './subjects.ts'

/** Items that are given to one operator, and what is taken out of the lists for a while (rules.md §17.2). */

const nameOf = ({ queue, id }: Subject): string => `${queue}:${id}`

/**
 * Gives a waiting item to an operator, who is notified with the note, or back to everybody.
 * @throws Refusal `NO_DATA`, `INACTIVE_USER` if that operator may not decide
 */
export async function assign(
  context: Context,
  caller: OperatorCaller,
  subject: Subject,
  { operatorId, note }: { operatorId: string | null; note: string },
): Promise<AnswerOf<'PUT /api/console/desk/:queue/:id/assignment'>> {
  const { memberId } = await requireWaiting(context, subject)
  const by = caller.operatorId
  await transaction(context.db, async (tx) => {
    if (operatorId !== null) await requireColleague(tx, operatorId, subject.queue)
    const before = await findAssignment(tx, subject)
    if ((before?.operatorId ?? null) === operatorId && !note) return
    if (operatorId === null) await deleteAssignment(tx, subject)
    else {
      await saveAssignment(tx, subject, { operatorId, by, note, at: context.clock.now() })
      const mentions = operatorId === by ? [] : [operatorId]
      const kind = 'assigned' as const
      await writeNote(context, tx, { ...subject, memberId, operatorId: by, kind, text: note, mentions })
    }
    await audit(context, tx, {
      operatorId: by,
      action: 'work.assigned',
      subject: nameOf(subject),
      reason: note,
      details: { ...(operatorId !== null && { operatorId }) },
    })
    tx.afterCommit(() => notifyConsoles(context, subject))
  })
  if (operatorId === null) return { operator: null }
  return { operator: (await colleagues(context, [operatorId]))(operatorId) }
}

/**
 * Takes a subject out of the lists until a time.
 * @throws Refusal `FORBIDDEN`, `NO_DATA`, `INVALID_REQUEST` if the time is past or too far ahead
 */
export async function snooze(
  context: Context,
  caller: OperatorCaller,
  subject: Subject,
  { until, reason }: { until: string; reason: string },
): Promise<{ until: string }> {
  requireRight(caller, subject.queue)
  await requireWaiting(context, subject)
  const { settings, clock } = context
  const [hours, heldMinutes] = await Promise.all([settings.get(snoozeHours), settings.get(snoozeHeldMinutes)])
  const now = clock.now()
  const time = readInstant(until)
  const latest = addSeconds(now, 60 * snoozeMinutes(subject.queue, { hours, heldMinutes }) + 60)
  if (!time || time <= now || time > latest) {
    const why = `between now and ${latest.toISOString()}`
    throw new Refusal('INVALID_REQUEST', { fields: [{ field: 'until', reason: why }] })
  }
  await transaction(context.db, async (tx) => {
    await saveSnooze(tx, { ...subject, by: caller.operatorId, reason, at: now, until: time })
    await audit(context, tx, {
      operatorId: caller.operatorId,
      action: 'work.snoozed',
      subject: nameOf(subject),
      reason,
      details: { until: time.toISOString() },
    })
    tx.afterCommit(() => notifyLists(context, subject))
  })
  return { until: time.toISOString() }
}

/**
 * Brings a subject back before its time; one that is not snoozed stays as it is. @throws Refusal `FORBIDDEN`
 */
export async function wake(context: Context, caller: OperatorCaller, subject: Subject): Promise<void> {
  requireRight(caller, subject.queue)
  await transaction(context.db, async (tx) => {
    if (!(await deleteSnooze(tx, subject))) return
    await audit(context, tx, {
      operatorId: caller.operatorId,
      action: 'work.woken',
      subject: nameOf(subject),
      details: {},
    })
    tx.afterCommit(() => notifyLists(context, subject))
  })
}

function notifyLists(context: Context, subject: Subject): void {
  notifyConsoles(context, subject)
  if (subject.queue === 'chat') context.sockets.emit(consoleRoom, 'chat-changed', subject.id)
  else context.sockets.emit(consoleRoom, 'desk-changed', [subject.queue])
}

/** Seconds between two looks for subjects that come back. */
export const wakeEvery = 1

/**
 * Notifies every console of subjects whose snooze has ended. The lists need no change: they compare the
 * times.
 */
export async function wakeDue(context: Context): Promise<void> {
  for (const subject of await deleteDueSnoozes(context.db, context.clock.now())) notifyLists(context, subject)
}

/** Seconds between two looks for what is kept about items that do not wait any more. */
export const forgetEvery = 30

/** Forgets what was given or snoozed and does not wait any more: an item that came again begins anew. */
export async function forgetEnded(context: Context): Promise<void> {
  await deleteOldClaims(context.db, addSeconds(context.clock.now(), -3600))
  await deleteEnded(context.db)
}

const pageOf = 20

/**
 * A page of what was given to the operator, or of all that is snoozed; what does not wait any more is left
 * out.
 */
export async function listWork(
  context: Context,
  caller: OperatorCaller,
  view: 'mine' | 'snoozed',
  after: string | undefined,
): Promise<AnswerOf<'GET /api/console/work/items'>> {
  const { db, clock } = context
  const place = after === undefined ? undefined : readPlace(after)
  const asked = { limit: pageOf + 1, ...(place && { after: place }) }
  const rows =
    view === 'mine'
      ? (await selectAssigned(db, caller.operatorId, asked)).map((row) => ({ ...row, until: null }))
      : (await selectSnoozed(db, clock.now(), asked)).map(({ reason, ...row }) => ({ ...row, note: reason }))
  const page = rows.slice(0, pageOf)
  const colleague = await colleagues(
    context,
    page.map(({ by }) => by),
  )
  const found = await Promise.all(page.map((row) => describe(context, row, colleague)))
  const items = found.flatMap((item) => item ?? [])
  await auditLooks(
    context,
    caller,
    items.flatMap(({ member }) => (member ? [{ memberId: member._id }] : [])),
  )
  const last = rows.length > pageOf ? page.at(-1) : undefined
  const at = last && (last.until ?? last.at)
  return { items, next: last && at ? JSON.stringify([at.toISOString(), last.queue, last.id]) : null }
}

interface AsideRow extends Subject {
  memberId: string | null
  amountMinor: number | null
  currency: WorkItem['currency']
  /** Null: of a conversation. */
  createdAt: Date | null
  by: string
  note: string
  at: Date
  until: Date | null
}

async function describe(
  context: Context,
  row: AsideRow,
  colleague: (id: string) => WorkItem['by'],
): Promise<WorkItem | undefined> {
  const { queue, id, by, note, at, until, createdAt, amountMinor, currency } = row
  const chat = createdAt === null ? await findChatOwner(context.db, id) : undefined
  if (createdAt === null && !chat) return undefined
  return {
    queue: queueName(queue),
    id,
    member: await memberOf(context, chat?.memberId ?? row.memberId),
    amount: amountMinor === null ? null : fromMinor(amountMinor),
    currency,
    createdAt: (createdAt ?? chat?.waitingSince ?? at).toISOString(),
    by: colleague(by),
    at: at.toISOString(),
    note,
    until: until?.toISOString() ?? null,
  }
}

/** @throws Refusal `INVALID_REQUEST` */
function readPlace(text: string): Place {
  const [, time = '', queue = '', id = ''] = /^\["([^"]+)","([a-z-]+)","([^"\\]*)"\]$/.exec(text) ?? []
  const at = readInstant(time)
  if (!at) {
    throw new Refusal('INVALID_REQUEST', { fields: [{ field: 'after', reason: 'not the next of a page' }] })
  }
  return { at, queue, id }
}
