import { batcher } from '../../platform/batcher.ts'
import { bangkokDay, type Clock } from '../../platform/clock.ts'
import { type Database, type Db, rawQuery, type Tx } from '../../platform/database.ts'
import type { State, Today } from './rules.ts'

/** A withdrawal as its row has it; it is made and finished by the hold (migration 0015). */
export interface Withdrawal {
  id: string
  memberId: string
  currency: 'THB' | 'LAK'
  amountMinor: number
  bankCode: string
  accountNo: string
  accountName: string
  state: State
  createdAt: Date
  operatorId: string | null
  sentAt: Date | null
  attempts: number
  reason: string | null
  onDesk: boolean
}

const columns = (table: string): string =>
  [
    'id',
    'member_id as "memberId"',
    'currency',
    'amount_minor as "amountMinor"',
    'bank_code as "bankCode"',
    'account_no as "accountNo"',
    'account_name as "accountName"',
    'state',
    'created_at as "createdAt"',
    'operator_id as "operatorId"',
    'sent_at as "sentAt"',
    'attempts',
    'reason',
    'on_desk as "onDesk"',
  ]
    .map((column) => `${table}.${column}`)
    .join(', ')

/** What is known before a withdrawal: the same one, where it was begun before, and what else was withdrawn today. */
export interface Standing {
  begun: { state: State; amountMinor: number } | undefined
  today: Today
}

/** Reads standings; questions that arrive together are one query. */
export const standingReader = (database: Database, clock: Clock) =>
  batcher<{ id: string; memberId: string }, Standing>(
    async (asked) => {
      const rows = await database.query<{
        state: State | null
        amountMinor: number
        count: number
        sumMinor: number
      }>(
        `select w.state, w.amount_minor as "amountMinor", d.count, d.sum as "sumMinor"
         from unnest($1::text[], $2::text[]) with ordinality asked (id, member_id, place)
           left join lateral (select state, amount_minor from withdrawals where id = asked.id offset 0) w on true
           cross join lateral (
             select count(*) as count, coalesce(sum(t.amount_minor), 0)::bigint as sum from withdrawals t
             where t.member_id = asked.member_id and t.day = $3::date and t.state <> 'FAILED') d
         order by asked.place`,
        [asked.map(({ id }) => id), asked.map(({ memberId }) => memberId), bangkokDay(clock.now())],
      )
      return rows.map(({ state, amountMinor, count, sumMinor }) => ({
        begun: state === null ? undefined : { state, amountMinor },
        today: { count, sumMinor },
      }))
    },
    { inFlight: 2 },
  )

/** A withdrawal that this node has until `until`. PAYING: it was never at the bank. UNCERTAIN: it may have been. */
export type Claimed = Withdrawal & { until: Date }

/**
 * Claims what is due, the longest waiting first: conditional, so that two nodes never have the same one. Whose node dies
 * is due again at `until`.
 */
export async function claimDue(
  database: Database,
  now: Date,
  until: Date,
  limit: number,
): Promise<Claimed[]> {
  const rows = await database.query<Withdrawal>(
    `select ${columns('w')} from withdrawals_claim($1, $2, $3) w`,
    [now, until, limit],
  )
  return rows.map((row) => ({ ...row, until }))
}

/** Notes an answer that said nothing definite, and when to ask again; ends the claim, unless it is another's by now. */
export async function postpone(
  database: Database,
  { id, until }: Claimed,
  next: { at: Date; reason: string; onDesk: boolean },
): Promise<void> {
  await database.query(
    `update withdrawals
     set state = 'UNCERTAIN', attempts = attempts + 1, reason = $3, on_desk = $4, next_at = $5, claimed_until = null
     where id = $1 and claimed_until = $2 and state in ('PAYING', 'UNCERTAIN')`,
    [id, until, next.reason.slice(0, 200), next.onDesk, next.at],
  )
}

/** Takes a payout off the desk, so that a node may send it: not when a person has just decided. */
export async function takeOffDesk(database: Database, { id, until }: Claimed, now: Date): Promise<void> {
  await database.query(
    `update withdrawals set on_desk = false, next_at = $3, claimed_until = null
     where id = $1 and claimed_until = $2 and state = 'UNCERTAIN' and on_desk`,
    [id, until, now],
  )
}

/** Puts a finished payout back on the desk: the bank says something else than what was believed. */
export async function putOnDesk(database: Database, id: string, reason: string): Promise<void> {
  await database.query('update withdrawals set on_desk = true, reason = $2 where id = $1', [id, reason])
}

/** What a queue of the desk holds. */
const waits = { withdrawal: `state = 'PENDING'`, payout: 'on_desk' } as const
export type Queue = keyof typeof waits

export async function countWaiting(db: Db, queue: Queue): Promise<number> {
  const [row] = await rawQuery<{ count: number }>(
    db,
    `select count(*) as count from withdrawals where ${waits[queue]}`,
  )
  return row?.count ?? 0
}

/** Oldest first, after the one of id `after`. */
export const selectWaiting = (
  db: Db,
  queue: Queue,
  { after, limit }: { after?: string; limit: number },
): Promise<Withdrawal[]> =>
  rawQuery<Withdrawal>(
    db,
    `select ${columns('w')} from withdrawals w
     where ${waits[queue]} and ($1::text is null
       or (created_at, id) > (select created_at, id from withdrawals where id = $1))
     order by created_at, id limit $2`,
    [after ?? null, limit],
  )

export async function findWaiting(
  handle: Db | Tx,
  queue: Queue,
  id: string,
): Promise<Withdrawal | undefined> {
  const [row] = await rawQuery<Withdrawal>(
    handle,
    `select ${columns('w')} from withdrawals w where id = $1 and ${waits[queue]}`,
    [id],
  )
  return row
}

/** Locks a withdrawal that waits for an operator; undefined when it no longer does. No payout worker touches it. */
export async function lockPending(tx: Tx, id: string): Promise<Withdrawal | undefined> {
  const [row] = await rawQuery<Withdrawal>(
    tx,
    `select ${columns('w')} from withdrawals w where id = $1 and state = 'PENDING' for no key update`,
    [id],
  )
  return row
}

/** The payout worker may have it. */
export async function markApproved(tx: Tx, id: string, operatorId: string, now: Date): Promise<void> {
  await rawQuery(
    tx,
    `update withdrawals set state = 'APPROVED', operator_id = $2, next_at = $3 where id = $1 and state = 'PENDING'`,
    [id, operatorId, now],
  )
}

/** @returns whether it was still there */
export async function leaveDesk(tx: Tx, id: string): Promise<boolean> {
  const left = await rawQuery(
    tx,
    'update withdrawals set on_desk = false where id = $1 and on_desk returning id',
    [id],
  )
  return left.length === 1
}
