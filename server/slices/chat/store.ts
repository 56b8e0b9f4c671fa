import type { Language } from '@krapao/contract/languages.ts'
import type { ChatMessage } from '@krapao/contract/slices/chat/message.ts'
import { type Db, rawQuery, type Tx } from '../../platform/database.ts'
import type { Customer } from '../../platform/http.ts'
import { randomLetters } from '../../platform/random-letters.ts'
import type { ChatState } from './rules.ts'
import { moveSessions } from './session-store.ts'

export interface ConversationRow {
  id: string
  memberId: string | null
  guestId: string | null
  language: Language
  state: ChatState
  operatorId: string | null
  sessionId: string
  lastNumber: number
  lastAt: Date
  customerRead: number
  operatorRead: number
  waitingSince: Date | null
}

/** A message as it is stored: of media the name of the file, and not an address. */
export type StoredMessage =
  | Exclude<ChatMessage, { message_type: 'media' }>
  | { message_type: 'media'; payload: StoredMedia }

export interface StoredMedia {
  fileType: 'image' | 'video'
  file: string
  name: string
  size: number
  width: number | null
  height: number | null
}

/** `sender`: `customer`, `bot`, or the id of an operator. */
export interface MessageRow {
  number: number
  sender: string
  clientId: string
  sessionId: string
  message: StoredMessage
  createdAt: Date
}

/** A message and the conversation that it belongs to. */
export type PlacedMessage = MessageRow & { conversationId: string }

export const conversationColumns = `id, member_id as "memberId", guest_id as "guestId", language, state,
  operator_id as "operatorId", session_id as "sessionId", last_number as "lastNumber", last_at as "lastAt",
  customer_read as "customerRead", operator_read as "operatorRead", waiting_since as "waitingSince"`
const messageColumns = `number, sender, client_id as "clientId", session_id as "sessionId", message,
  created_at as "createdAt"`

/** The condition and the value that find a customer's conversation. */
const whoseOf = ({ memberId, guestId }: Customer) =>
  memberId === null
    ? { condition: 'guest_id = $1', value: guestId }
    : { condition: 'member_id = $1', value: memberId }

/** The ids of a customer. */
export const customerKey = ({ memberId, guestId }: Pick<ConversationRow, 'memberId' | 'guestId'>): string =>
  memberId ?? guestId ?? ''

export const newSessionId = (): string => `cs${randomLetters(16)}`

/**
 * Conversations of customers, in the customers' order, locked until the transaction ends; those that do not
 * exist are created. No customer may come twice.
 */
export async function lockConversations(
  tx: Tx,
  customers: { customer: Customer; language: Language }[],
  now: Date,
): Promise<ConversationRow[]> {
  const found = new Map<string, ConversationRow>()
  const missing = () => customers.filter(({ customer }) => !found.has(customerKey(customer)))
  const lock = async () => {
    const rows = await lockAll(
      tx,
      missing().map(({ customer }) => customer),
    )
    for (const row of rows) found.set(customerKey(row), row)
  }
  await lock()
  if (missing().length > 0) {
    await rawQuery(
      tx,
      // Two transactions that make the same ones meet them in the same order, so neither waits for the other
      // in a circle.
      `insert into chat_conversations (id, member_id, guest_id, language, state, session_id, last_at, created_at)
       select id, "memberId", "guestId", language, 'bot', "sessionId", $2, $2
       from jsonb_to_recordset($1::jsonb)
         as c (id text, "memberId" text, "guestId" text, language text, "sessionId" text)
       order by "memberId", "guestId" on conflict do nothing`,
      [
        JSON.stringify(
          missing().map(({ customer: { memberId, guestId }, language }) => ({
            id: `cv${randomLetters(16)}`,
            memberId,
            guestId,
            language,
            sessionId: newSessionId(),
          })),
        ),
        now,
      ],
    )
    await lock()
  }
  return customers.map(({ customer }) => {
    const row = found.get(customerKey(customer))
    if (!row) throw new Error('a conversation was made and is not there')
    return row
  })
}

/** Conversations that exist, locked until the transaction ends, all in the order of their ids. */
function lockAll(tx: Tx, customers: Customer[]): Promise<ConversationRow[]> {
  return rawQuery<ConversationRow>(
    tx,
    `select ${conversationColumns} from chat_conversations
     where member_id = any($1::text[]) or guest_id = any($2::text[]) order by id for update`,
    [customers.flatMap(({ memberId }) => memberId ?? []), customers.flatMap(({ guestId }) => guestId ?? [])],
  )
}

/** A customer's conversation, locked until the transaction ends; undefined if there is none. */
export async function lockFound(tx: Tx, customer: Customer): Promise<ConversationRow | undefined> {
  const [row] = await lockAll(tx, [customer])
  return row
}

export async function findConversation(db: Db, customer: Customer): Promise<ConversationRow | undefined> {
  const { condition, value } = whoseOf(customer)
  const [row] = await rawQuery<ConversationRow>(
    db,
    `select ${conversationColumns} from chat_conversations where ${condition}`,
    [value],
  )
  return row
}

/** Whether a customer's message is stored under its id. */
export async function isSent(db: Db, customer: Customer, clientId: string): Promise<boolean> {
  const { condition, value } = whoseOf(customer)
  const rows = await rawQuery(
    db,
    `select 1 from chat_messages where conversation_id = (select id from chat_conversations where ${condition})
       and sender = 'customer' and client_id = $2`,
    [value, clientId],
  )
  return rows.length > 0
}

/** Which of the messages of a sender are stored, in the order in which they are asked for. */
export async function findSent(
  tx: Tx,
  sender: string,
  wanted: { conversationId: string; clientId: string }[],
): Promise<(MessageRow | undefined)[]> {
  const rows = await rawQuery<PlacedMessage>(
    tx,
    // One look into the index for each, whatever the database thinks of the table's size.
    `select found.* from unnest($2::text[], $3::text[]) as w (conversation, client) cross join lateral (
       select ${messageColumns}, conversation_id as "conversationId" from chat_messages
       where conversation_id = w.conversation and sender = $1 and client_id = w.client limit 1) as found`,
    [sender, wanted.map(({ conversationId }) => conversationId), wanted.map(({ clientId }) => clientId)],
  )
  return wanted.map((message) =>
    rows.find(
      ({ conversationId, clientId }) =>
        conversationId === message.conversationId && clientId === message.clientId,
    ),
  )
}

/**
 * Adds messages, whose numbers follow the last one of their conversations, to conversations that are locked.
 */
export async function insertMessages(tx: Tx, messages: PlacedMessage[]): Promise<void> {
  await rawQuery(
    tx,
    `insert into chat_messages (conversation_id, number, sender, client_id, session_id, message, created_at)
     select "conversationId", number, sender, "clientId", "sessionId", message, "createdAt"
     from jsonb_to_recordset($1::jsonb) as m ("conversationId" text, number int, sender text, "clientId" text,
       "sessionId" text, message jsonb, "createdAt" timestamptz)`,
    [JSON.stringify(messages)],
  )
}

/** Stores what has changed of conversations that are locked. */
export async function saveConversations(tx: Tx, rows: ConversationRow[]): Promise<void> {
  await rawQuery(
    tx,
    `update chat_conversations c set language = n.language, state = n.state, operator_id = n."operatorId",
       session_id = n."sessionId", last_number = n."lastNumber", last_at = n."lastAt",
       customer_read = n."customerRead", operator_read = n."operatorRead", waiting_since = n."waitingSince"
     from jsonb_to_recordset($1::jsonb) as n (id text, language text, state text, "operatorId" text,
       "sessionId" text, "lastNumber" int, "lastAt" timestamptz, "customerRead" int, "operatorRead" int,
       "waitingSince" timestamptz)
     where c.id = n.id and c.id = any($2::text[])`,
    [JSON.stringify(rows), rows.map(({ id }) => id)],
  )
}

/** Messages up to a number, newest first. Numbers have no gaps, so a page is a range of numbers. */
export const selectUpTo = (
  db: Db,
  conversationId: string,
  { upTo, limit }: { upTo: number; limit: number },
): Promise<MessageRow[]> =>
  rawQuery(
    db,
    `select ${messageColumns} from chat_messages where conversation_id = $1 and number <= $2
     order by number desc limit $3`,
    [conversationId, upTo, limit],
  )

/** Messages after a number, oldest first. */
export const selectAfter = (
  db: Db,
  conversationId: string,
  { after, limit }: { after: number; limit: number },
): Promise<MessageRow[]> =>
  rawQuery(
    db,
    `select ${messageColumns} from chat_messages where conversation_id = $1 and number > $2
     order by number limit $3`,
    [conversationId, after, limit],
  )

/** Notes that the customer has read up to a number. @returns whether that is new */
export async function markCustomerRead(db: Db, conversationId: string, upTo: number): Promise<boolean> {
  const rows = await rawQuery(
    db,
    `update chat_conversations set customer_read = least($2, last_number)
     where id = $1 and customer_read < least($2, last_number) returning id`,
    [conversationId, upTo],
  )
  return rows.length > 0
}

/** An uploaded file that is not sent yet. */
export interface UploadedFile {
  name: string
  owner: string
  kind: 'image' | 'video'
  label: string
  size: number
  width: number | null
  height: number | null
}

/**
 * The limits of a visitor: the address as limits count it, and the bytes since a moment of it and of all
 * visitors.
 */
export interface VisitorLimit {
  address: string
  since: Date
  ownBytes: number
  allBytes: number
}

/**
 * Keeps what was uploaded.
 * @param limit for visitors. Uploads at one moment do not see each other, so a few may exceed it together.
 * @returns false where the limit is reached
 */
export async function insertFile(
  db: Db,
  file: UploadedFile,
  now: Date,
  limit?: VisitorLimit,
): Promise<boolean> {
  const rows = await rawQuery(
    db,
    `insert into chat_files (name, owner, kind, label, size, width, height, created_at, address)
     select $1, $2, $3, $4, $5::integer, $6::integer, $7::integer, $8::timestamptz, $9::text
     where $9::text is null or (
       select coalesce(sum(size) filter (where address = $9::text), 0) + $5::integer <= $11::bigint
              and coalesce(sum(size), 0) + $5::integer <= $12::bigint
       from chat_files where owner like 'guest:%' and created_at >= $10::timestamptz)
     returning name`,
    [
      file.name,
      file.owner,
      file.kind,
      file.label,
      file.size,
      file.width,
      file.height,
      now,
      limit?.address,
      limit?.since,
      limit?.ownBytes,
      limit?.allBytes,
    ].map((value) => value ?? null),
  )
  return rows.length > 0
}

/** Forgets files that visitors sent before a moment, at most 500. @returns their names */
export async function deleteVisitorFiles(db: Db, before: Date): Promise<string[]> {
  const rows = await rawQuery<{ name: string }>(
    db,
    `delete from chat_files where name in (
       select f.name from chat_files f join chat_conversations c on c.id = f.conversation_id
       where f.owner like 'guest:%' and c.member_id is null and f.created_at < $1 limit 500)
     returning name`,
    [before],
  )
  return rows.map(({ name }) => name)
}

/**
 * Takes an uploaded file into a conversation; undefined if the sender did not upload it, or has sent it
 * elsewhere.
 */
export async function takeFile(
  tx: Tx,
  { name, owner, conversationId }: { name: string; owner: string; conversationId: string },
): Promise<UploadedFile | undefined> {
  const [row] = await rawQuery<UploadedFile>(
    tx,
    `update chat_files set conversation_id = $3
     where name = $1 and owner = $2 and (conversation_id is null or conversation_id = $3)
     returning name, owner, kind, label, size, width, height`,
    [name, owner, conversationId],
  )
  return row
}

/** Forgets files that were uploaded before a time and never sent. @returns their names */
export async function deleteUnsentFiles(db: Db, before: Date): Promise<string[]> {
  const rows = await rawQuery<{ name: string }>(
    db,
    `delete from chat_files where name in (
       select name from chat_files where conversation_id is null and created_at < $1 limit 500)
       and conversation_id is null
     returning name`,
    [before],
  )
  return rows.map(({ name }) => name)
}

/**
 * Moves a visitor's messages to the end of a member's conversation, both locked, and removes the visitor's.
 * @returns how many there were
 */
export async function moveMessages(tx: Tx, from: ConversationRow, to: ConversationRow): Promise<number> {
  const moved = await rawQuery(
    tx,
    `insert into chat_messages (conversation_id, number, sender, client_id, session_id, message, created_at)
     select $2, $3::int + row_number() over (order by number), sender, client_id, session_id, message, created_at
     from chat_messages m where conversation_id = $1 and not exists (
       select from chat_messages k where k.conversation_id = $2 and k.sender = m.sender and k.client_id = m.client_id)
     returning number`,
    [from.id, to.id, to.lastNumber],
  )
  await rawQuery(tx, 'update chat_files set conversation_id = $2 where conversation_id = $1', [
    from.id,
    to.id,
  ])
  await moveSessions(tx, from.id, to.id)
  await rawQuery(tx, 'delete from chat_messages where conversation_id = $1', [from.id])
  await rawQuery(tx, 'delete from chat_conversations where id = $1', [from.id])
  return moved.length
}

/**
 * Makes a visitor's conversation a member's, in place of the member's own, which has no messages. Both are
 * locked.
 */
export async function giveToMember(
  tx: Tx,
  id: string,
  { memberId, instead }: { memberId: string; instead: string },
): Promise<void> {
  await rawQuery(tx, 'delete from chat_conversations where id = $1', [instead])
  await rawQuery(tx, 'update chat_conversations set member_id = $2, guest_id = null where id = $1', [
    id,
    memberId,
  ])
}
