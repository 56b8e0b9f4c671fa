import type { Currency } from '@krapao/contract/money.ts'
import type { Waiting as WaitingRows } from '../../desk/queue.ts'
import type { Beside } from '../../ledger/public.ts'
import { attemptColumns, keepingAttempts, type WorkAttempt } from '../../outside/attempts.ts'
import { type InReview, inReview, reviewColumns } from '../../outside/review.ts'
import {
  type Claim,
  claimMarked,
  type Finished,
  finishingEach,
  inReviewBefore,
  openingEach,
  type Where,
} from '../../outside/work.ts'
import { type Database, type Db, rawQuery, type Tx } from '../../platform/database.ts'
import type { Context } from '../context.ts'
import { recordingEach } from '../outcome/public.ts'
import type { State } from './rules.ts'

/** A withdrawal as its row has it; begun in begin.ts and ended in end.ts, together with the money. */
export interface Withdrawal {
  id: string
  memberId: string
  currency: Currency
  amountMinor: number
  bankCode: string
  accountNo: string
  accountName: string
  state: State
  createdAt: Date
  operatorId: string | null
  sentAt: Date | null
  /** Why it failed, if it did. */
  reason: string | null
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
    'reason',
  ]
    .map((column) => `${table}.${column}`)
    .join(', ')

/** A new withdrawal: APPROVED ones wait for the payout worker, PENDING ones for an operator. */
export type NewWithdrawal = Pick<
  Withdrawal,
  'id' | 'memberId' | 'currency' | 'amountMinor' | 'bankCode' | 'accountNo' | 'accountName'
> & { state: 'APPROVED' | 'PENDING' }

/**
 * Inserts the rows and, for approved ones, the work of paying them: of each whose hold is written by the same
 * statement. The rows are in the order of the holds.
 */
export const insertingWithdrawals = (rows: NewWithdrawal[], at: string): Beside => ({
  sql: (first) => {
    const [ids, members, currencies, amounts, banks, numbers, names, states, time] = Array.from(
      { length: 9 },
      (_, i) => `$${first + i}`,
    )
    return `made as (
      insert into withdrawals (id, member_id, currency, amount_minor, bank_code, account_no, account_name, state,
        created_at, day)
      select w.id, w.member_id, w.currency, w.amount_minor, w.bank_code, w.account_no, w.account_name, w.state,
        ${time}::timestamptz, (${time}::timestamptz at time zone 'Asia/Bangkok')::date
      from unnest(${ids}::text[], ${members}::text[], ${currencies}::text[], ${amounts}::bigint[], ${banks}::text[],
        ${numbers}::text[], ${names}::text[], ${states}::text[]) with ordinality
        w (id, member_id, currency, amount_minor, bank_code, account_no, account_name, state, place)
        join written using (place)
      returning id, state, created_at),
    opened as (${openingEach(`select 'payout', id, created_at from made where state = 'APPROVED'`)})`
  },
  values: [
    rows.map(({ id }) => id),
    rows.map(({ memberId }) => memberId),
    rows.map(({ currency }) => currency),
    rows.map(({ amountMinor }) => amountMinor),
    rows.map(({ bankCode }) => bankCode),
    rows.map(({ accountNo }) => accountNo),
    rows.map(({ accountName }) => accountName),
    rows.map(({ state }) => state),
    at,
  ],
})

/** A withdrawal of the demo's past. `reason`: why it failed; null: it was paid. */
export interface PastWithdrawal extends Omit<NewWithdrawal, 'state'> {
  reason: string | null
  at: Date
}

/** Inserts a withdrawal as it has ended; the caller posts its journals. Again it does nothing. */
export async function insertPast(
  handle: Db | Tx,
  { id, memberId, currency, amountMinor, bankCode, accountNo, accountName, reason, at }: PastWithdrawal,
): Promise<void> {
  await rawQuery(
    handle,
    `insert into withdrawals (id, member_id, currency, amount_minor, bank_code, account_no, account_name, state, reason,
       created_at, finished_at, day)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, ($10::timestamptz at time zone 'Asia/Bangkok')::date)
     on conflict (id) do nothing`,
    [
      id,
      memberId,
      currency,
      amountMinor,
      bankCode,
      accountNo,
      accountName,
      reason ? 'FAILED' : 'SUCCESS',
      reason,
      at,
    ],
  )
}

/** How a withdrawal ended: paid, or the money is back. */
export interface End {
  id: string
  state: 'SUCCESS' | 'FAILED'
  /** Why it failed, if it did. */
  reason: string | null
  at: Date
  byOperator: boolean
}

/**
 * Marks withdrawals as ended; they are no longer paid or asked about. Only a withdrawal that was sent to the
 * bank can have been paid. An operator's decision takes the work out of review, and checks that it was still
 * there. The row is locked before its work, as everywhere here. A withdrawal that waited for a person leaves
 * the desk; most never did, and cost nothing more.
 * @param attempts the questions and answers that ended them, to be stored
 * @throws Error if one of them cannot end in this way
 */
export async function markEnded(
  { desk }: Pick<Context, 'desk'>,
  tx: Tx,
  ends: End[],
  attempts: WorkAttempt[],
): Promise<void> {
  const ended = await rawQuery<Finished & { wasPending: boolean }>(
    tx,
    `with ended as (
       update withdrawals w
       set state = e.state, reason = e.reason, finished_at = e.ended_at
       from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::boolean[])
         e (id, state, reason, ended_at, by_operator)
       where w.id = e.id and (w.state in ('PAYING', 'UNCERTAIN') or (w.state = 'PENDING' and e.state = 'FAILED'))
       returning w.id, w.member_id, w.state, w.reason, w.amount_minor, w.currency, w.bank_code, w.finished_at,
         w.sent_at, e.by_operator
     ), recorded as (${recordingEach(
       `select 'withdrawal:' || id, member_id, 'withdrawal', case state when 'SUCCESS' then 'DONE' else 'REFUSED' end,
          reason, amount_minor, currency, 'WALLET', bank_code, id, null::jsonb, finished_at, null::timestamptz from ended`,
     )}
     ), finished as (${finishingEach('payout', 'select id from ended where not by_operator')}
     ), kept as (${keepingAttempts(6)})
     select e.id as key, e.sent_at is null as "wasPending", coalesce(f."wasInReview", false) as "wasInReview"
     from ended e left join finished f on f.key = e.id`,
    [
      ends.map(({ id }) => id),
      ends.map(({ state }) => state),
      ends.map(({ reason }) => reason),
      ends.map(({ at }) => at),
      ends.map(({ byOperator }) => byOperator),
      ...attemptColumns(attempts),
    ],
  )
  if (ended.length < ends.length) throw new Error('a withdrawal cannot be posted or voided now')
  desk.changed(
    tx,
    'withdrawal',
    ended.flatMap(({ key, wasPending }) => (wasPending ? [key] : [])),
  )
  desk.changed(tx, 'payout', inReviewBefore(ended))
}

/**
 * SQL: a member's withdrawals that are neither paid nor returned, newest first; the columns are those of all
 * money under way (statement/pending-store.ts). UNCERTAIN is internal: for the member the bank has not
 * confirmed the payout yet. `memberId` and `limit`: SQL.
 */
export const pendingWithdrawals = (memberId: string, limit: string): string =>
  `select 'withdrawal' as kind, id, id as key, amount_minor as "amountMinor", currency, created_at as "createdAt",
     case state when 'PENDING' then 'WITH_TEAM' else 'AT_BANK' end as state, null::timestamptz as "expiresAt",
     'WALLET' as "from", bank_code as "to"
   from withdrawals where member_id = ${memberId} and finished_at is null order by created_at desc limit ${limit}`

/** A withdrawal as its member may see it. */
export type Own = Pick<
  Withdrawal,
  'id' | 'state' | 'amountMinor' | 'currency' | 'bankCode' | 'accountNo' | 'createdAt' | 'reason'
> & { finishedAt: Date | null }

/** A withdrawal of the member, in any state. */
export async function findOwn(db: Db, memberId: string, id: string): Promise<Own | undefined> {
  const [row] = await rawQuery<Own>(
    db,
    `select ${columns('w')}, w.finished_at as "finishedAt" from withdrawals w where w.id = $2 and w.member_id = $1`,
    [memberId, id],
  )
  return row
}

/** Members with a withdrawal whose id begins like this, at most 20. */
export async function selectOwners(db: Db, beginning: string): Promise<string[]> {
  const rows = await rawQuery<{ id: string }>(
    db,
    'select distinct member_id as id from withdrawals where id ~>=~ $1 and id ~<~ $2 limit 20',
    [beginning, `${beginning}\u{10ffff}`],
  )
  return rows.map(({ id }) => id)
}

/**
 * Claims withdrawals to be paid, the longest waiting first. PAYING: no node had it before, so the bank has
 * never received it. UNCERTAIN: the bank may have received it. A withdrawal that is being ended at this
 * moment is skipped.
 */
export async function claimPayouts(
  where: Where,
  times: { seconds: number; limit: number },
): Promise<{ claim: Claim; withdrawal: Withdrawal }[]> {
  const claimed = await claimMarked<Withdrawal>(
    where,
    'payout',
    times,
    `update withdrawals w
     set state = case when state = 'APPROVED' then 'PAYING' else 'UNCERTAIN' end, sent_at = coalesce(sent_at, (select at from moment))
     where id = any(array(
       select id from withdrawals
       where id = any(array(select key from claimed)) and state in ('APPROVED', 'PAYING', 'UNCERTAIN')
       for no key update skip locked))
     returning ${columns('w')}`,
  )
  return claimed.map(({ claim, marked }) => ({ claim, withdrawal: marked }))
}

/** Records that the bank has given no definite answer. */
export async function markUncertain(database: Database, id: string): Promise<void> {
  await database.query(`update withdrawals set state = 'UNCERTAIN' where id = $1 and state = 'PAYING'`, [id])
}

/** Rows of the queues, with the withdrawal as `w` in both. */
const queues = {
  withdrawal: `(select w.*, null as "reviewReason", null as "lastReason" from withdrawals w where w.state = 'PENDING') w`,
  payout: `(
    select p.*, ${reviewColumns} from ${inReview('payout')} join withdrawals p on p.id = w.key) w`,
} as const
export type Queue = keyof typeof queues

/** The waiting rows of both queues. */
export const waitingIn = (queue: Queue): WaitingRows => ({
  subject: queue,
  key: 'w.id',
  keyType: 'text',
  at: 'w.created_at',
  memberId: 'w.member_id',
  amountMinor: 'w.amount_minor',
  currency: 'w.currency',
  bank: 'w.bank_code',
  account: 'w.account_no',
  words: `concat_ws(' ', w.id, w.account_name)`,
  from: queues[queue],
  where: 'true',
})

/**
 * A withdrawal that waits for an operator, with the sum by which it may take a second one (rules.md §6.3).
 */
export type Waiting = Withdrawal & {
  /** The sum of the member's withdrawals since 24 hours before it, including itself; satang or att. */
  sumMinor: number
} & { [Fact in keyof InReview]: InReview[Fact] | null }

/** Failed ones moved nothing. Filtered by day first, because the index has the day. */
const waiting = (queue: Queue): string => `select ${columns('w')}, w."reviewReason", w."lastReason", (
    select coalesce(sum(t.amount_minor), 0)::bigint from withdrawals t
    where t.member_id = w.member_id and t.currency = w.currency and t.state <> 'FAILED'
      and t.day >= ((w.created_at - interval '24 hours') at time zone 'Asia/Bangkok')::date
      and t.created_at > w.created_at - interval '24 hours') as "sumMinor"
  from ${queues[queue]}`

/** Those of these withdrawals that wait. */
export const selectWaiting = (handle: Db | Tx, queue: Queue, ids: string[]): Promise<Waiting[]> =>
  rawQuery(handle, `${waiting(queue)} where w.id = any($1::text[])`, [ids])

/**
 * Locks a withdrawal that waits for an operator; undefined if it no longer does. No payout worker touches it.
 */
export async function lockPending(tx: Tx, id: string): Promise<Withdrawal | undefined> {
  const [row] = await rawQuery<Withdrawal>(
    tx,
    `select ${columns('w')} from withdrawals w where id = $1 and state = 'PENDING' for no key update`,
    [id],
  )
  return row
}

/** Hands the withdrawal to the payout worker. */
export async function markApproved(
  { desk }: Pick<Context, 'desk'>,
  tx: Tx,
  id: string,
  operatorId: string,
): Promise<void> {
  await rawQuery(
    tx,
    `with approved as (
       update withdrawals set state = 'APPROVED', operator_id = $2 where id = $1 and state = 'PENDING'
       returning id, created_at)
     ${openingEach(`select 'payout', id, created_at from approved`)}`,
    [id, operatorId],
  )
  desk.changed(tx, 'withdrawal', [id])
}

/** Records that two operators took a payment back. @returns whether it counted as paid before */
export async function markReversed(
  tx: Tx,
  id: string,
  { operatorId, at }: { operatorId: string; at: Date },
): Promise<boolean> {
  const rows = await rawQuery(
    tx,
    `with reversed as (
       update withdrawals set state = 'FAILED', reason = 'REVERSED', operator_id = $2
       where id = $1 and state = 'SUCCESS' returning *
     ), recorded as (${recordingEach(
       `select 'taken-back:' || id, member_id, 'withdrawal', 'TAKEN_BACK', reason, amount_minor, currency, 'WALLET',
          bank_code, null, null::jsonb, $3::timestamptz, null::timestamptz from reversed`,
     )})
     select id from reversed`,
    [id, operatorId, at],
  )
  return rows.length === 1
}

/** The outcome of a withdrawal, also of one that no person decided. */
export interface Ended {
  memberId: string
  amountMinor: number
  currency: Currency
  state: State
  bankCode: string
  accountNo: string
  accountName: string
  createdAt: Date
  sentAt: Date | null
  finishedAt: Date | null
}

export async function findEnded(db: Db, id: string): Promise<Ended | undefined> {
  const [row] = await rawQuery<Ended>(
    db,
    `select member_id as "memberId", amount_minor as "amountMinor", currency, state, created_at as "createdAt",
       bank_code as "bankCode", account_no as "accountNo", account_name as "accountName", sent_at as "sentAt", finished_at as "finishedAt" from withdrawals where id = $1`,
    [id],
  )
  return row
}
