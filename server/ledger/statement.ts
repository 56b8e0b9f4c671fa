import { type Db, rawQuery } from '../platform/database.ts'
import { legsOf } from './posting/holds.ts'

const kinds = ['deposit', 'bonus', 'finish_bonus', 'withdraw', 'transfer'] as const

/** Filters of a member's rows; all rows without a filter. */
export interface StatementFilter {
  kind?: (typeof kinds)[number]
  /** Inclusive. */
  from?: Date
  /** Exclusive. */
  until?: Date
  /** Rows that have one of these; all rows without it. */
  having?: {
    /** The journal's number. */
    id?: number
    /** An amount on an account of the member, whatever its sign. */
    amountMinor?: number
    /** Where the money came from or went to: codes of banks and games. */
    codes?: string[]
  }
}

/** One leg of a journal; `member` is empty if the account is the house's. */
export interface StatementLeg {
  member: string
  name: string
  asset: string
  amountMinor: number
}

/** A journal that begins a movement, with the end of its hold. */
export interface StatementJournal {
  id: number
  key: string
  kind: (typeof kinds)[number]
  phase: 'single' | 'pending'
  meta: Record<string, unknown>
  postedAt: Date
  legs: StatementLeg[]
  /** How a hold was resolved, null while it is open. */
  resolvedAs: 'posted' | 'voided' | null
  resolvedMeta: Record<string, unknown> | null
  /** Whether an operator took it back by a reversal. */
  isReversed: boolean
}

/** An entry as it is stored, with its account. */
export interface StatementEntry extends StatementLeg {
  journalId: number
  postedAt: Date
  /** Null on house accounts. */
  balanceAfterMinor: number | null
}

/**
 * The ledger's journals, read as a statement; there is no second table to keep in step. A row is a journal that begins
 * a movement of the member. All columns are in the index `journals_member`, so that listing and counting read the index
 * alone.
 *
 * Rows are in the order of ids, and `posted_at` is not: it is taken before the locks, so that a journal may be up to three
 * seconds older than the one before it. A page goes on by id; the times only say what is in a day.
 */
const shown = `member_id = $1 and phase in ('single', 'pending')
  and kind in ('${kinds.join(`', '`)}')
  and ($2::text is null or kind = $2)
  and ($3::timestamptz is null or posted_at >= $3) and ($4::timestamptz is null or posted_at < $4)`

/**
 * The conditions of a search, which reads every row of the member that the other filters leave. It is no part of the
 * statement without a search, whose plan stays one of the index alone.
 */
const found = `(id = $5
  or meta->>'fromBank' = any($7::text[]) or meta->>'bankCode' = any($7::text[]) or meta->>'toBank' = any($7::text[])
  or exists (
    select from entries e join accounts a on a.id = e.account_id
    where e.journal_id = journals.id and a.member_id = $1
      and (abs(e.amount_minor) = $6 or split_part(a.name, ':', 2) = any($7::text[]))))`

const valuesOf = (memberId: string, { kind, from, until, having }: StatementFilter): unknown[] => [
  memberId,
  kind ?? null,
  from ?? null,
  until ?? null,
  ...(having ? [having.id ?? null, having.amountMinor ?? null, having.codes ?? []] : []),
]

/** The rows that a filter leaves, and their values; further values are numbered from `next`. */
function rowsOf(memberId: string, filter: StatementFilter) {
  const values = valuesOf(memberId, filter)
  return { where: filter.having ? `${shown} and ${found}` : shown, values, next: values.length + 1 }
}

/** Ids of the member's rows, newest first. */
export async function statementIds(
  db: Db,
  memberId: string,
  filter: StatementFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<number[]> {
  const { where, values, next } = rowsOf(memberId, filter)
  const rows = await rawQuery<{ id: number }>(
    db,
    `select id from journals where ${where} order by id desc limit $${next} offset $${next + 1}`,
    [...values, limit, offset],
  )
  return rows.map(({ id }) => id)
}

export interface StatementCount {
  /** The last sealed journal. */
  sealedThrough: number
  /** Rows up to there, from the one after `after`. */
  sealed: number
  /** Rows after that. */
  fresh: number
}

/** Counts the member's rows after the journal `after`. */
export async function countStatement(
  db: Db,
  memberId: string,
  filter: StatementFilter,
  after: number,
): Promise<StatementCount> {
  const { where, values, next } = rowsOf(memberId, filter)
  const [row] = await rawQuery<StatementCount>(
    db,
    `with last as materialized (select greatest(coalesce(max(to_journal_id), 0), $${next}::bigint) as id from seals)
     select last.id as "sealedThrough",
       (select count(*) from journals where ${where} and journals.id > $${next} and journals.id <= last.id) as sealed,
       (select count(*) from journals where ${where} and journals.id > last.id) as fresh
     from last`,
    [...values, after],
  )
  return row ?? { sealedThrough: after, sealed: 0, fresh: 0 }
}

/** Journals with the ends of their holds, newest first, in one query however many there are. */
export function statementOf(db: Db, ids: number[]): Promise<StatementJournal[]> {
  return rawQuery<StatementJournal>(
    db,
    `select j.id, j.key, j.kind, j.phase, j.meta, j.posted_at as "postedAt", r.phase as "resolvedAs",
       r.meta as "resolvedMeta", v.id is not null as "isReversed", ${legsOf('j.id')} as legs
     from journals j
       left join journals r on r.pending_id = j.id
       left join journals v on v.reverses_id = coalesce(r.id, j.id)
     where j.id = any($1::bigint[]) order by j.id desc`,
    [ids],
  )
}

/** How far back `latestStatement` looks: in movements of every kind, and in rows of one kind. */
const latest = { movements: 1000, deposits: 10, withdrawals: 10, transfers: 50 }

/**
 * The latest deposits, withdrawals and transfers of a member, newest first: a few of each, and no more is read for a member
 * with much play than for one without.
 */
export async function latestStatement(db: Db, memberId: string): Promise<StatementJournal[]> {
  const rows = await rawQuery<{ id: number }>(
    db,
    `with latest as materialized (
       select id, kind, phase from journals where member_id = $1 order by id desc limit ${latest.movements})
     (select id from journals where member_id = $1 and kind = 'deposit' order by id desc limit ${latest.deposits})
     union all
     (select id from latest where kind = 'withdraw' and phase = 'pending' order by id desc limit ${latest.withdrawals})
     union all
     (select id from latest where kind = 'transfer' and phase = 'pending' order by id desc limit ${latest.transfers})`,
    [memberId],
  )
  return rows.length === 0
    ? []
    : statementOf(
        db,
        rows.map(({ id }) => id),
      )
}

/** The member whose statement has this row; undefined if there is none. */
export async function statementOwner(db: Db, id: number): Promise<string | undefined> {
  const [row] = await rawQuery<{ memberId: string }>(
    db,
    `select member_id as "memberId" from journals
     where id = $1 and member_id is not null and phase in ('single', 'pending') and kind in ('${kinds.join(`', '`)}')`,
    [id],
  )
  return row?.memberId
}

/** One row of the member's statement, by its number or its journal's key; undefined if the member has no such row. */
export async function findStatementRow(
  db: Db,
  memberId: string,
  { id, key }: { id: number; key?: never } | { id?: never; key: string },
): Promise<StatementJournal | undefined> {
  const [own] = await rawQuery<{ id: number }>(
    db,
    `select id from journals where ${shown} and ${id === undefined ? 'key' : 'id'} = $5`,
    [...valuesOf(memberId, {}), id ?? key],
  )
  const [row] = own ? await statementOf(db, [own.id]) : []
  return row
}

/**
 * Entries of a row of the member's statement: of its journal, of its resolution and of its reversal, in order. Empty if
 * the member has no such row.
 */
export async function statementEntries(db: Db, memberId: string, id: number): Promise<StatementEntry[]> {
  return rawQuery<StatementEntry>(
    db,
    `with own as (select id from journals where ${shown} and id = $5),
       resolved as (select r.id from journals r join own on r.pending_id = own.id),
       reversed as (
         select v.id from journals v
         where v.reverses_id = (select id from own) or v.reverses_id = (select id from resolved)),
       parts as (select id from own union all select id from resolved union all select id from reversed)
     select j.id as "journalId", j.posted_at as "postedAt", a.member_id as member, a.name, a.asset,
       e.amount_minor as "amountMinor", e.balance_after_minor as "balanceAfterMinor"
     from parts
       join journals j on j.id = parts.id
       join entries e on e.journal_id = j.id
       join accounts a on a.id = e.account_id
     order by j.id, e.leg`,
    [...valuesOf(memberId, {}), id],
  )
}

/** What a member brought in and took out within a time, in minor units of an asset. */
export interface Flow {
  asset: string
  inMinor: number
  outMinor: number
}

/**
 * Sums of a member's deposits and paid withdrawals within each of some times, whose end is exclusive; what was taken back
 * does not count. Reads the member's journals of all these times once.
 */
export async function flowsOf(
  db: Db,
  memberId: string,
  times: Pick<StatementFilter, 'from' | 'until'>[],
): Promise<Flow[][]> {
  const rows = await rawQuery<Flow & { at: number }>(
    db,
    `with moved as materialized (
       select j.kind, j.posted_at, a.asset, e.amount_minor
       from journals j
       join entries e on e.journal_id = j.id
       join accounts a on a.id = e.account_id and a.member_id = $1 and a.asset <> 'COIN'
       where j.member_id = $1
         and j.posted_at >= (select min(start) from unnest($2::timestamptz[]) start)
         and j.posted_at < (select max(stop) from unnest($3::timestamptz[]) stop)
         and (j.kind = 'deposit' and j.phase in ('single', 'posted') or j.kind = 'withdraw' and j.phase = 'posted')
         and not exists (select from journals r where r.reverses_id = j.id))
     select s.at::int, m.asset,
       coalesce(sum(m.amount_minor) filter (where m.kind = 'deposit'), 0)::bigint as "inMinor",
       coalesce(-sum(m.amount_minor) filter (where m.kind = 'withdraw'), 0)::bigint as "outMinor"
     from unnest($2::timestamptz[], $3::timestamptz[]) with ordinality as s (start, stop, at)
     join moved m on m.posted_at >= s.start and m.posted_at < s.stop
     group by s.at, m.asset`,
    [memberId, times.map(({ from }) => from ?? '-infinity'), times.map(({ until }) => until ?? 'infinity')],
  )
  return times.map((_, i) => rows.filter(({ at }) => at === i + 1).map(({ at, ...flow }) => flow))
}
