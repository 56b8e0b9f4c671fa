import type { AnswerOf } from '@krapao/contract/client.ts'
import { consoleRoom } from '@krapao/contract/events.ts'
import type { WorkNote } from '@krapao/contract/slices/desk/work/subject.ts'
import { type Tx, transaction } from '../../../platform/database.ts'
import type { OperatorCaller } from '../../../platform/http.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Context } from '../../context.ts'
import { lockOperators } from '../../operator/public.ts'
import { digestOf, type Keyed, keep, onceMore, replay } from '../same-call.ts'
import { mayWork, type Subject, snoozeHeldMinutes, snoozeHours, snoozeMinutes } from './rules.ts'
import { findAssignment, findSnooze } from './store.ts'
import { insertNote, type NewNote, type NoteRow, selectMentions, selectNotes } from './store-notes.ts'
import { colleagues, queueName, requireKnown } from './subjects.ts'

/** Private notes about items and conversations; members never see them (rules.md §17.9). */

const pageOf = 20
/** Above every id of a note. */
const end = Number.MAX_SAFE_INTEGER

/** Writes a note in a transaction; consoles are notified when it has committed. @returns its id */
export async function writeNote(
  { clock, sockets }: Context,
  tx: Tx,
  { mentions, ...note }: Omit<NewNote, 'at'> & { mentions: string[] },
): Promise<number> {
  const noteId = await insertNote(tx, { ...note, at: clock.now() }, mentions)
  tx.afterCommit(() => sockets.emit(consoleRoom, 'work-changed', { queue: note.queue, id: note.id }))
  return noteId
}

/**
 * Adds an operator's note. A note that is sent again under its `Idempotency-Key` is found and not added.
 * @throws Refusal `FORBIDDEN`, `NO_DATA`, `INACTIVE_USER` if a mentioned operator does not work here any
 *   more, `IDEMPOTENCY_CONFLICT` if the key was used for something else
 */
export async function addNote(
  context: Context,
  by: Keyed,
  subject: Subject,
  { text, mentions }: { text: string; mentions: string[] },
): Promise<WorkNote> {
  const { memberId } = await requireKnown(context, subject)
  const { operatorId } = by.operator
  const named = [...new Set(mentions)]
  const note = { ...subject, memberId, operatorId, kind: 'note' as const, text: text.trim(), mentions: named }
  const print = digestOf(['note', subject.queue, subject.id, note.text, named])
  const added = () => replay<{ noteId: number; at: string }>(context, by, print)
  const add = () =>
    transaction(context.db, async (tx) => {
      const active = (await lockOperators(tx, named)).filter(({ isActive }) => isActive)
      if (active.length < named.length) throw new Refusal('INACTIVE_USER')
      const now = { at: context.clock.now().toISOString(), noteId: await writeNote(context, tx, note) }
      await keep(context, tx, by, print, now)
      return now
    })
  const { noteId, at } = (await added()) ?? (await add().catch(onceMore(added)))
  const [shown] = await toNotes(context, [{ ...note, noteId, at: new Date(at) }])
  if (!shown) throw new Error('the note is not shown')
  return shown
}

async function toNotes(context: Context, rows: NoteRow[]): Promise<WorkNote[]> {
  const colleague = await colleagues(
    context,
    rows.flatMap(({ operatorId, mentions }) => [operatorId, ...mentions]),
  )
  return rows.map(({ noteId, queue, id, operatorId, kind, text, at, mentions }) => ({
    _id: String(noteId),
    queue: queueName(queue),
    id,
    kind,
    operator: colleague(operatorId),
    text,
    mentions: mentions.map(colleague),
    at: at.toISOString(),
  }))
}

/** The `next` of a page: the id of its last row, if there are more. */
const nextOf = (rows: NoteRow[]): string | null =>
  rows.length > pageOf ? String(rows[pageOf - 1]?.noteId) : null

/**
 * The notes about a subject and its member, the operator to whom it is given, and whether it is snoozed.
 * @throws Refusal `NO_DATA`
 */
export async function listNotes(
  context: Context,
  subject: Subject,
  before: string | undefined,
): Promise<AnswerOf<'GET /api/console/desk/:queue/:id/notes'>> {
  const { db, clock, settings } = context
  const { memberId } = await requireKnown(context, subject)
  const [rows, assignment, snooze, hours, heldMinutes] = await Promise.all([
    selectNotes(db, { ...subject, memberId }, { before: Number(before ?? end), limit: pageOf + 1 }),
    findAssignment(db, subject),
    findSnooze(db, subject, clock.now()),
    settings.get(snoozeHours),
    settings.get(snoozeHeldMinutes),
  ])
  const colleague = await colleagues(context, [assignment?.operatorId ?? '', snooze?.by ?? ''])
  return {
    notes: await toNotes(context, rows.slice(0, pageOf)),
    next: nextOf(rows),
    assigned: assignment ? colleague(assignment.operatorId) : null,
    snoozed: snooze
      ? { by: colleague(snooze.by), until: snooze.until.toISOString(), reason: snooze.reason }
      : null,
    snoozeMinutes: snoozeMinutes(subject.queue, { hours, heldMinutes }),
  }
}

/** The notes that the operator is to read. */
export async function listMentions(
  context: Context,
  { operatorId }: OperatorCaller,
  before: string | undefined,
): Promise<AnswerOf<'GET /api/console/work/mentions'>> {
  const rows = await selectMentions(context.db, operatorId, {
    before: Number(before ?? end),
    limit: pageOf + 1,
  })
  const page = rows.slice(0, pageOf)
  const notes = await toNotes(context, page)
  return {
    mentions: notes.map((note, i) => ({ note, isRead: page[i]?.isRead ?? true })),
    next: nextOf(rows),
  }
}

/** @throws Refusal `INACTIVE_USER` if the operator may not work on a queue, or not any more */
export async function requireColleague(tx: Tx, operatorId: string, queue: string): Promise<void> {
  const [operator] = await lockOperators(tx, [operatorId])
  if (!operator?.isActive || !mayWork(operator.role, queue)) throw new Refusal('INACTIVE_USER')
}
