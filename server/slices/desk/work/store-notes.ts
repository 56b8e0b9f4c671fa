import { type Db, rawQuery, type Tx } from '../../../platform/database.ts'
import type { Subject } from './rules.ts'

/** Private notes of the staff, and the operators who have to read them (rules.md §17.9). */

export interface NewNote extends Subject {
  memberId: string | null
  operatorId: string
  kind: 'note' | 'taken-over' | 'assigned'
  text: string
  at: Date
}

export interface NoteRow extends Omit<NewNote, 'memberId'> {
  noteId: number
  /** Ids of the operators who are to read it. */
  mentions: string[]
}

const noteColumns = `n.id as "noteId", n.queue, n.item_id as id, n.operator_id as "operatorId", n.kind, n.text, n.at,
  array(select m.operator_id from desk_mentions m where m.note_id = n.id order by m.operator_id) as mentions`

/** @returns the note's id */
export async function insertNote(tx: Tx, note: NewNote, mentions: string[]): Promise<number> {
  const [row] = await rawQuery<{ id: number }>(
    tx,
    `insert into desk_notes (queue, item_id, member_id, operator_id, kind, text, at)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [note.queue, note.id, note.memberId, note.operatorId, note.kind, note.text, note.at],
  )
  if (!row) throw new Error('the note was not stored')
  await rawQuery(
    tx,
    `insert into desk_mentions (operator_id, note_id) select distinct unnest($1::text[]), $2::bigint`,
    [mentions, row.id],
  )
  return row.id
}

/** The notes about a subject, and those about its member elsewhere, newest first. */
export const selectNotes = (
  db: Db,
  { queue, id, memberId }: Subject & { memberId: string | null },
  { before, limit }: { before: number; limit: number },
): Promise<NoteRow[]> =>
  rawQuery(
    db,
    `select ${noteColumns} from desk_notes n
     where n.id in (
       (select id from desk_notes where queue = $1 and item_id = $2 and id < $4 order by id desc limit $5)
       union
       (select id from desk_notes where member_id = $3 and id < $4 order by id desc limit $5))
     order by n.id desc limit $5`,
    [queue, id, memberId, before, limit],
  )

/** Notes that an operator is to read, newest first. */
export const selectMentions = (
  db: Db,
  operatorId: string,
  { before, limit }: { before: number; limit: number },
): Promise<(NoteRow & { isRead: boolean })[]> =>
  rawQuery(
    db,
    `select ${noteColumns}, own.read_at is not null as "isRead"
     from desk_mentions own join desk_notes n on n.id = own.note_id
     where own.operator_id = $1 and own.note_id < $2 order by own.note_id desc limit $3`,
    [operatorId, before, limit],
  )

export async function countUnread(db: Db, operatorId: string): Promise<number> {
  const [row] = await rawQuery<{ count: number }>(
    db,
    'select count(*)::int as count from desk_mentions where operator_id = $1 and read_at is null',
    [operatorId],
  )
  return row?.count ?? 0
}

export async function markMentionsRead(
  db: Db,
  operatorId: string,
  { upTo, now }: { upTo: number; now: Date },
): Promise<void> {
  await rawQuery(
    db,
    'update desk_mentions set read_at = $3 where operator_id = $1 and note_id <= $2 and read_at is null',
    [operatorId, upTo, now],
  )
}
