import { type Db, rawQuery, type Tx } from '../../platform/database.ts'
import { snoozedChat } from '../desk/public.ts'

/** Queries and changes of conversations by the desk, where operators share work on them (rules.md §17.2). */

/** Whose a conversation is, and since when the customer waits. */
export async function findChatOwner(
  db: Db,
  id: string,
): Promise<{ memberId: string | null; waitingSince: Date | null } | undefined> {
  const [row] = await rawQuery<{ memberId: string | null; waitingSince: Date | null }>(
    db,
    `select member_id as "memberId", waiting_since as "waitingSince" from chat_conversations where id = $1`,
    [id],
  )
  return row
}

/**
 * The longest waiting conversation that an operator may take: nobody else answers it, and it is not snoozed.
 * @param not ids to leave out
 * @param only the one conversation that is asked about
 */
export async function selectFreeChat(
  db: Db,
  { operatorId, now, not, only }: { operatorId: string; now: Date; not: string[]; only?: string },
): Promise<string | undefined> {
  const [row] = await rawQuery<{ id: string }>(
    db,
    `select c.id from chat_conversations c
     where c.waiting_since is not null and (c.operator_id is null or c.operator_id = $1)
       and c.id <> all($2::text[]) and ($3::text is null or c.id = $3)
       and not ${snoozedChat('c.id', 'c.last_at', '$4::timestamptz')}
     order by c.waiting_since, c.id limit 1`,
    [operatorId, not, only ?? null, now],
  )
  return row?.id
}

/** How many conversations an operator answers that have not ended. */
export async function countOwnChats(handle: Db | Tx, operatorId: string): Promise<number> {
  const [row] = await rawQuery<{ count: number }>(
    handle,
    `select count(*)::int as count from chat_conversations where operator_id = $1 and state in ('waiting', 'open')`,
    [operatorId],
  )
  return row?.count ?? 0
}

/** How many customers an operator answered in a time. */
export async function countAnswered(
  handle: Db | Tx,
  operatorId: string,
  { from, to }: { from: Date; to: Date },
): Promise<number> {
  const [row] = await rawQuery<{ count: number }>(
    handle,
    `select count(distinct conversation_id)::int as count from chat_messages
     where sender = $1 and sender not in ('customer', 'bot') and created_at >= $2 and created_at <= $3`,
    [operatorId, from, to],
  )
  return row?.count ?? 0
}

/** Gives an operator's conversations that have not ended back to everybody. @returns their ids */
export async function giveBackChats(tx: Tx, operatorId: string): Promise<string[]> {
  const rows = await rawQuery<{ id: string }>(
    tx,
    // In the order of ids, as a transaction that stores messages of several conversations locks them.
    `with mine as materialized (
       select id from chat_conversations where operator_id = $1 and state in ('waiting', 'open') order by id for update)
     update chat_conversations set operator_id = null where id in (select id from mine) returning id`,
    [operatorId],
  )
  return rows.map(({ id }) => id)
}
