import type { Currency } from '@krapao/contract/money.ts'
import type { Choice } from '../../desk/queue.ts'
import { type Db, rawQuery, type Tx } from '../../platform/database.ts'
import { takeLock } from '../../platform/locks.ts'
import type { Statement } from './rules.ts'

export interface VoteRow {
  item_id: string
  choice: Choice
  operator_id: string
  reason: string
  reason_code: string | null
  at: Date
  member_id: string | null
  amount_minor: number | null
  transfer_id: number | null
  payer_note: string | null
  question: string | null
  reference: string | null
}

/** The vote in a row. */
export const statementIn = (row: VoteRow): Statement => ({
  choice: row.choice,
  memberId: row.member_id,
  amountMinor: row.amount_minor,
  transferId: row.transfer_id === null ? null : String(row.transfer_id),
  question: row.question,
})

/** Votes that wait for a second one, the earliest first: of some items, or of all that wait in a queue. */
export function listVotes(handle: Db | Tx, queue: string, itemIds?: string[]): Promise<VoteRow[]> {
  return rawQuery<VoteRow>(
    handle,
    `select item_id, choice, operator_id, reason, reason_code, at, member_id, amount_minor, transfer_id,
       payer_note, question, reference
     from desk_votes
     where queue = $1 ${itemIds ? 'and item_id = any($2::text[])' : ''}
     order by at, operator_id`,
    itemIds ? [queue, itemIds] : [queue],
  )
}

/**
 * Keeps an item in the list until the transaction ends: what takes it out waits, and takes the votes of this
 * transaction with it. To be asked when nothing else is locked any more.
 * @returns false if it waits no more
 */
export async function keepListed(tx: Tx, queue: string, itemId: string): Promise<boolean> {
  const rows = await rawQuery(tx, 'select id from desk_items where queue = $1 and id = $2 for key share', [
    queue,
    itemId,
  ])
  return rows.length > 0
}

export async function insertVote(
  tx: Tx,
  said: Statement & {
    queue: string
    itemId: string
    operatorId: string
    reason: string
    reasonCode?: string | undefined
    at: Date
    payerNote?: string | undefined
    reference?: string | undefined
  },
): Promise<void> {
  await rawQuery(
    tx,
    `insert into desk_votes (queue, item_id, operator_id, reason, at, member_id, amount_minor, choice, transfer_id, reason_code,
       payer_note, question, reference)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      said.queue,
      said.itemId,
      said.operatorId,
      said.reason,
      said.at,
      said.memberId,
      said.amountMinor,
      said.choice,
      said.transferId,
      said.reasonCode ?? null,
      said.payerNote ?? null,
      said.question,
      said.reference ?? null,
    ],
  )
}

export async function deleteVotes(tx: Tx, queue: string, itemId: string): Promise<void> {
  await rawQuery(tx, 'delete from desk_votes where queue = $1 and item_id = $2', [queue, itemId])
}

/** Decisions about one item wait for each other until the end of the transaction, on every node. */
export async function lockItem(tx: Tx, queue: string, itemId: string): Promise<void> {
  await takeLock(tx, 'deskItem', `${queue}:${itemId}`)
}

/** The sum that an operator has approved alone on a Bangkok day, YYYY-MM-DD; satang or att. */
export async function readAlone(
  handle: Db | Tx,
  operatorId: string,
  day: string,
  currency: Currency,
): Promise<number> {
  const [row] = await rawQuery<{ sum: number }>(
    handle,
    `select amount_minor as sum from desk_approved_alone where operator_id = $1 and day = $2::date and currency = $3`,
    [operatorId, day, currency],
  )
  return row?.sum ?? 0
}

/** Adds to that sum. The operator is locked, so that simultaneous decisions are added one after the other. */
export async function addAlone(
  tx: Tx,
  {
    operatorId,
    day,
    currency,
    amountMinor,
  }: Record<'operatorId' | 'day' | 'currency', string> & {
    amountMinor: number
  },
): Promise<void> {
  await rawQuery(
    tx,
    `insert into desk_approved_alone as a (operator_id, day, currency, amount_minor) values ($1, $2::date, $3, $4)
     on conflict (operator_id, day, currency) do update set amount_minor = a.amount_minor + excluded.amount_minor`,
    [operatorId, day, currency, amountMinor],
  )
}

/** A stored answer of an `Idempotency-Key`. */
export interface KeptAnswer<Answer> {
  fingerprint: string
  answer: Answer
}

export async function findAnswer<Answer>(
  db: Db,
  operatorId: string,
  key: string,
): Promise<KeptAnswer<Answer> | undefined> {
  const [row] = await rawQuery<KeptAnswer<Answer>>(
    db,
    'select fingerprint, answer from desk_answers where operator_id = $1 and key = $2',
    [operatorId, key],
  )
  return row
}

/** @returns whether the key was free */
export async function keepAnswer(
  tx: Tx,
  kept: KeptAnswer<object> & { operatorId: string; key: string; at: Date },
): Promise<boolean> {
  const rows = await rawQuery(
    tx,
    `insert into desk_answers (operator_id, key, fingerprint, answer, created_at) values ($1, $2, $3, $4::jsonb, $5)
     on conflict do nothing returning key`,
    [kept.operatorId, kept.key, kept.fingerprint, JSON.stringify(kept.answer), kept.at],
  )
  return rows.length > 0
}

export async function deleteAnswer(db: Db, operatorId: string, key: string): Promise<void> {
  await rawQuery(db, 'delete from desk_answers where operator_id = $1 and key = $2', [operatorId, key])
}

export async function sweepAnswers(db: Db, before: Date): Promise<void> {
  await rawQuery(db, 'delete from desk_answers where created_at < $1', [before])
}
