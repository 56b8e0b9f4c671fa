import { batcher } from '../../platform/batcher.ts'
import { type Database, type Db, rawQuery, type Tx } from '../../platform/database.ts'
import type { State, Today } from './rules.ts'

/** A withdrawal as its row has it; begun in begin.ts and ended in end.ts, together with the money. */
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

/** What is known of a wish to withdraw: the withdrawal, where it was begun before, and what else was withdrawn. */
export interface Standing {
  begun: { state: State; amountMinor: number } | undefined
  /** On the Bangkok day of the wish. */
  today: Today
  /** In the 24 hours before the wish, in satang or att. */
  recentMinor: number
}

/** A withdrawal's id, whose it is, and the instant by which the others are counted. */
export interface Wish {
  id: string
  memberId: string
  at: Date
}

/** One standing per wish, in order; failed withdrawals do not count. By day first, which has an index. */
const standings = `select w.state, w.amount_minor as "amountMinor", d.count, d.sum as "sumMinor", d.recent as "recentMinor"
  from unnest($1::text[], $2::text[], $3::timestamptz[]) with ordinality wish (id, member_id, wished_at, place)
    left join lateral (select state, amount_minor from withdrawals where id = wish.id offset 0) w on true
    cross join lateral (
      select count(*) filter (where t.day = (wish.wished_at at time zone 'Asia/Bangkok')::date) as count,
        coalesce(sum(t.amount_minor) filter (where t.day = (wish.wished_at at time zone 'Asia/Bangkok')::date), 0)::bigint as sum,
        coalesce(sum(t.amount_minor) filter (where t.created_at > wish.wished_at - interval '24 hours'), 0)::bigint as recent
      from withdrawals t
      where t.member_id = wish.member_id and t.state <> 'FAILED'
        and t.day >= ((wish.wished_at - interval '24 hours') at time zone 'Asia/Bangkok')::date) d
  order by wish.place`

interface StandingRow {
  state: State | null
  amountMinor: number
  count: number
  sumMinor: number
  recentMinor: number
}

const columnsOf = (wishes: Wish[]): unknown[] => [
  wishes.map(({ id }) => id),
  wishes.map(({ memberId }) => memberId),
  wishes.map(({ at }) => at),
]

const toStanding = ({ state, amountMinor, count, sumMinor, recentMinor }: StandingRow): Standing => ({
  begun: state === null ? undefined : { state, amountMinor },
  today: { count, sumMinor },
  recentMinor,
})

/** Reads standings; questions that arrive together are one query. */
export const standingReader = (database: Database) =>
  batcher<Wish, Standing>(
    async (wishes) => (await database.query<StandingRow>(standings, columnsOf(wishes))).map(toStanding),
    { inFlight: 2 },
  )

/** The same inside a transaction: what others have committed before it locked the members' accounts counts. */
export const readStandings = async (tx: Tx, wishes: Wish[]): Promise<Standing[]> =>
  (await rawQuery<StandingRow>(tx, standings, columnsOf(wishes))).map(toStanding)

/** A withdrawal that begins: APPROVED ones wait for the payout worker, PENDING ones for an operator. */
export type NewWithdrawal = Pick<
  Withdrawal,
  'id' | 'memberId' | 'currency' | 'amountMinor' | 'bankCode' | 'accountNo' | 'accountName' | 'createdAt'
> & { state: 'APPROVED' | 'PENDING' }

export async function insertWithdrawals(tx: Tx, rows: NewWithdrawal[]): Promise<void> {
  await rawQuery(
    tx,
    `insert into withdrawals (id, member_id, currency, amount_minor, bank_code, account_no, account_name, state,
       created_at, day, next_at)
     select w.*, (w.created_at at time zone 'Asia/Bangkok')::date, case when w.state = 'APPROVED' then w.created_at end
     from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[],
       $9::timestamptz[])
       w (id, member_id, currency, amount_minor, bank_code, account_no, account_name, state, created_at)`,
    [
      rows.map(({ id }) => id),
      rows.map(({ memberId }) => memberId),
      rows.map(({ currency }) => currency),
      rows.map(({ amountMinor }) => amountMinor),
      rows.map(({ bankCode }) => bankCode),
      rows.map(({ accountNo }) => accountNo),
      rows.map(({ accountName }) => accountName),
      rows.map(({ state }) => state),
      rows.map(({ createdAt }) => createdAt),
    ],
  )
}

/** How a withdrawal ended: paid, or the money is back. */
export interface End {
  id: string
  state: 'SUCCESS' | 'FAILED'
  /** Of a failed one, why. */
  reason: string | null
  at: Date
  byOperator: boolean
}

/**
 * Marks withdrawals as ended. Only what the bank was asked to pay can have been paid. What an operator decides leaves the
 * desk by that decision, which looks whether it still was there.
 * @throws Error where one of them cannot end so
 */
export async function markEnded(tx: Tx, ends: End[]): Promise<void> {
  const ended = await rawQuery(
    tx,
    `update withdrawals w
     set state = e.state, reason = e.reason, finished_at = e.ended_at, next_at = null, claimed_until = null,
       on_desk = w.on_desk and e.by_operator
     from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::boolean[])
       e (id, state, reason, ended_at, by_operator)
     where w.id = e.id and (w.state in ('PAYING', 'UNCERTAIN') or (w.state = 'PENDING' and e.state = 'FAILED'))
     returning w.id`,
    [
      ends.map(({ id }) => id),
      ends.map(({ state }) => state),
      ends.map(({ reason }) => reason),
      ends.map(({ at }) => at),
      ends.map(({ byOperator }) => byOperator),
    ],
  )
  if (ended.length < ends.length) throw new Error('a withdrawal cannot be posted or voided now')
}

/** A member's withdrawals that are neither paid nor returned, newest first. */
export const selectOpen = (db: Db, memberId: string, limit: number): Promise<Withdrawal[]> =>
  rawQuery(
    db,
    `select ${columns('w')} from withdrawals w where member_id = $1 and finished_at is null
     order by created_at desc limit $2`,
    [memberId, limit],
  )

/** Members who have a withdrawal of which the id begins so, at most 20. */
export async function selectOwners(db: Db, beginning: string): Promise<string[]> {
  const rows = await rawQuery<{ id: string }>(
    db,
    'select distinct member_id as id from withdrawals where id ~>=~ $1 and id ~<~ $2 limit 20',
    [beginning, `${beginning}\u{10ffff}`],
  )
  return rows.map(({ id }) => id)
}

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

/** A withdrawal on the desk, and what a second person is asked for by (rules.md §6.3). */
export type Waiting = Withdrawal & {
  /** All that the member has withdrawn since 24 hours before it, itself included; satang or att. */
  sumMinor: number
}

/** Failed ones moved nothing. By day first, which has an index. */
const together = `(
  select coalesce(sum(t.amount_minor), 0)::bigint from withdrawals t
  where t.member_id = w.member_id and t.currency = w.currency and t.state <> 'FAILED'
    and t.day >= ((w.created_at - interval '24 hours') at time zone 'Asia/Bangkok')::date
    and t.created_at > w.created_at - interval '24 hours') as "sumMinor"`

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
): Promise<Waiting[]> =>
  rawQuery<Waiting>(
    db,
    `select ${columns('w')}, ${together} from withdrawals w
     where ${waits[queue]} and ($1::text is null
       or (created_at, id) > (select created_at, id from withdrawals where id = $1))
     order by created_at, id limit $2`,
    [after ?? null, limit],
  )

export async function findWaiting(handle: Db | Tx, queue: Queue, id: string): Promise<Waiting | undefined> {
  const [row] = await rawQuery<Waiting>(
    handle,
    `select ${columns('w')}, ${together} from withdrawals w where id = $1 and ${waits[queue]}`,
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

/** Notes that two people took a payment back. @returns whether it was one that counted as paid */
export async function markReversed(tx: Tx, id: string, operatorId: string): Promise<boolean> {
  const rows = await rawQuery(
    tx,
    `update withdrawals set state = 'FAILED', reason = 'REVERSED', operator_id = $2 where id = $1 and state = 'SUCCESS' returning id`,
    [id, operatorId],
  )
  return rows.length === 1
}

/** What became of a withdrawal, whoever decided. */
export interface Ended {
  memberId: string
  amountMinor: number
  currency: 'THB' | 'LAK'
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
