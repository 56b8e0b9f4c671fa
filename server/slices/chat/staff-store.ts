import { type Db, rawQuery, type Tx } from '../../platform/database.ts'
import { snoozedChat } from '../desk/public.ts'
import { type ConversationRow, conversationColumns, type StoredMessage } from './store.ts'

/** Conversations as the staff list them. */

export interface ListedRow extends ConversationRow {
  /** The newest message of the customer or the staff. */
  preview: StoredMessage | null
  createdAt: Date
  /** The customer's messages that the staff have not read, at most 99. */
  unread: number
}

/** Where the next page begins: behind this time and id. */
export interface Place {
  at: Date
  id: string
}

const listed = `${conversationColumns}, c.created_at as "createdAt", (
    select m.message from chat_messages m
    where m.conversation_id = c.id and m.number > c.last_number - 10 and m.sender <> 'bot'
    order by m.number desc limit 1) as preview, case when c.state in ('waiting', 'open') then (
    select count(*)::int from (
      select from chat_messages m where m.conversation_id = c.id and m.number > c.operator_read
        and m.session_id = c.session_id and m.sender = 'customer' limit 99) u) else 0 end as unread`
/** A condition: the conversation is snoozed at a time, given as SQL. */
const snoozed = (now: string) => snoozedChat('c.id', 'c.last_at', `${now}::timestamptz`)
const views = {
  waiting: {
    condition: `waiting_since is not null and not ${snoozed('$5')}`,
    place: 'waiting_since',
    order: '',
    after: '>',
  },
  mine: { condition: 'operator_id = $1', place: 'last_at', order: 'desc', after: '<' },
  all: { condition: 'true', place: 'last_at', order: 'desc', after: '<' },
} as const
export type View = keyof typeof views

/** A page of conversations: waiting ones with the longest waiting first, others with the newest first. */
export function selectChats(
  db: Db,
  view: View,
  { operatorId, now, after, limit }: { operatorId: string; now: Date; after?: Place; limit: number },
): Promise<ListedRow[]> {
  const { condition, place, order, after: sign } = views[view]
  return rawQuery(
    db,
    `select ${listed} from chat_conversations c
     where ${condition} and $1::text is not null and $5::timestamptz is not null
       and ($2::timestamptz is null or (${place}, id) ${sign} ($2, $3))
     order by ${place} ${order}, id ${order} limit $4`,
    [operatorId, after?.at ?? null, after?.id ?? '', limit, now],
  )
}

/** Conversations of some members, and the one with an id or of the visitor with it, the newest first. */
export const selectChatsOf = (db: Db, memberIds: string[], id: string): Promise<ListedRow[]> =>
  rawQuery(
    db,
    `select ${listed} from chat_conversations c where member_id = any($1::text[]) or guest_id = $2 or id = $2
     order by last_at desc, id desc limit 40`,
    [memberIds, id],
  )

/** How many customers wait for the staff, and since when the first and the last of them. */
export async function countWaiting(
  db: Db,
  now: Date,
): Promise<{ waiting: number; since: Date | null; last: Date | null }> {
  const [row] = await rawQuery<{ waiting: number; since: Date | null; last: Date | null }>(
    db,
    `select count(*)::int as waiting, min(waiting_since) as since, max(waiting_since) as last
     from chat_conversations c where waiting_since is not null and not ${snoozed('$1')}`,
    [now],
  )
  return row ?? { waiting: 0, since: null, last: null }
}

export async function findChat(db: Db, id: string): Promise<ListedRow | undefined> {
  const [row] = await rawQuery<ListedRow>(db, `select ${listed} from chat_conversations c where id = $1`, [
    id,
  ])
  return row
}

/** A conversation, locked until the transaction ends. */
export async function lockChat(tx: Tx, id: string): Promise<ConversationRow | undefined> {
  const [row] = await rawQuery<ConversationRow>(
    tx,
    `select ${conversationColumns} from chat_conversations where id = $1 for update`,
    [id],
  )
  return row
}

/** Notes that the staff have read up to a number. @returns whose conversation it is, if that is new */
export async function markStaffRead(
  db: Db,
  id: string,
  upTo: number,
): Promise<Pick<ConversationRow, 'memberId' | 'guestId' | 'operatorRead'> | undefined> {
  const [row] = await rawQuery<Pick<ConversationRow, 'memberId' | 'guestId' | 'operatorRead'>>(
    db,
    `update chat_conversations set operator_read = least($2, last_number)
     where id = $1 and operator_read < least($2, last_number)
     returning member_id as "memberId", guest_id as "guestId", operator_read as "operatorRead"`,
    [id, upTo],
  )
  return row
}
