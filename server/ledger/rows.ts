import { type Db, rawQuery } from '../platform/database.ts'
import { legsOf } from './posting/holds.ts'

/** Which journals of a member are rows. */
export interface RowFilter {
  kinds: readonly string[]
  /** Inclusive. */
  from?: Date
  /** Exclusive. */
  until?: Date
  /** Rows that have one of these; all rows without it. */
  having?: {
    /** The journal's number. */
    id?: number
    /** An amount on an account of the member, of either sign. */
    amountMinor?: number
    /**
     * Where the money came from or went to, by the journal's facts or by the second part of an account's
     * name.
     */
    codes?: string[]
    /** Names of the facts that say it; the same in every search. */
    facts: readonly string[]
  }
}

/** One leg of a journal; `member` is empty if the account is the house's. */
export interface RowLeg {
  member: string
  name: string
  asset: string
  amountMinor: number
}

/** A journal that begins a movement, with the end of its hold. */
export interface Row {
  id: number
  key: string
  kind: string
  phase: 'single' | 'pending'
  meta: Record<string, unknown>
  postedAt: Date
  legs: RowLeg[]
  /** How a hold was resolved, null while it is open. */
  resolvedAs: 'posted' | 'voided' | null
  resolvedMeta: Record<string, unknown> | null
  /** Whether an operator took it back by a reversal. */
  isReversed: boolean
}

/** An entry as it is stored, with its account. */
export interface RowEntry extends RowLeg {
  journalId: number
  postedAt: Date
  /** Null on house accounts. */
  balanceAfterMinor: number | null
}

/**
 * The ledger's journals, read as rows; there is no second table to keep in step. A row is a journal that
 * begins a movement of the member, of the kinds that the reader names. All columns are in the index
 * `journals_member`, so that listing and counting read the index alone.
 *
 * Rows are in the order of ids, and `posted_at` is not: it is taken before the locks, so that a journal may
 * be up to three seconds older than the one before it. A page goes on by id; the times only say what is in a
 * day.
 */
const beginsRow = (kinds: readonly string[]) =>
  `phase in ('single', 'pending') and kind in (${kinds.map(quoted).join(', ')})`
const ofMember = `member_id = $1
  and ($2::timestamptz is null or posted_at >= $2) and ($3::timestamptz is null or posted_at < $3)`

/** A name that is written into SQL: names come from the code. */
function quoted(name: string): string {
  if (!/^[\w-]+$/.test(name)) throw new TypeError(`${name} is no name of a kind or a fact`)
  return `'${name}'`
}

/**
 * The conditions of a search, which reads every row of the member that the other filters leave. It is no part
 * of the query without a search, whose plan stays one of the index alone.
 */
const found = (facts: readonly string[]) => `(id = $4
  ${facts.map((name) => `or meta->>${quoted(name)} = any($6::text[])`).join(' ')}
  or exists (
    select from entries e join accounts a on a.id = e.account_id
    where e.journal_id = journals.id and a.member_id = $1
      and (abs(e.amount_minor) = $5 or split_part(a.name, ':', 2) = any($6::text[]))))`

/** The rows that a filter leaves, and their values; further values are numbered from `next`. */
function rowsOf(memberId: string, { kinds, from, until, having }: RowFilter) {
  const values = [
    memberId,
    from ?? null,
    until ?? null,
    ...(having ? [having.id ?? null, having.amountMinor ?? null, having.codes ?? []] : []),
  ]
  const where = [ofMember, beginsRow(kinds), ...(having ? [found(having.facts)] : [])].join(' and ')
  return { where, values, next: values.length + 1 }
}

/** Ids of the member's rows, newest first. */
export async function rowIds(
  db: Db,
  memberId: string,
  filter: RowFilter,
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

export interface RowCount {
  /** The last sealed journal. */
  sealedThrough: number
  /** Rows up to there, from the one after `after`. */
  sealed: number
  /** Rows after that. */
  fresh: number
}

/** Counts the member's rows after the journal `after`. */
export async function countRows(
  db: Db,
  memberId: string,
  filter: RowFilter,
  after: number,
): Promise<RowCount> {
  const { where, values, next } = rowsOf(memberId, filter)
  const [row] = await rawQuery<RowCount>(
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
export function readRows(db: Db, ids: number[]): Promise<Row[]> {
  return rawQuery<Row>(
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

/**
 * The latest rows of a member, newest first: at most `limit` of each kind, and no more is read for a member
 * with much play than for one without.
 * @param among how many of the member's latest journals are looked through for kinds that no index finds
 *   (`isIndexed`)
 */
export async function latestRows(
  db: Db,
  memberId: string,
  among: number,
  of: readonly { kind: string; phase: Row['phase']; limit: number; isIndexed: boolean }[],
): Promise<Row[]> {
  const rows = await rawQuery<{ id: number }>(
    db,
    `with latest as materialized (
       select id, kind, phase from journals where member_id = $1 order by id desc limit ${among})
     ${of
       .map(({ kind, phase, limit, isIndexed }) => {
         const from = isIndexed ? 'journals where member_id = $1 and' : 'latest where'
         return `(select id from ${from} kind = ${quoted(kind)} and phase = '${phase}' order by id desc limit ${limit})`
       })
       .join(' union all ')}`,
    [memberId],
  )
  return rows.length === 0
    ? []
    : readRows(
        db,
        rows.map(({ id }) => id),
      )
}

/** The member who has this row; undefined if there is none. */
export async function rowOwner(db: Db, kinds: readonly string[], id: number): Promise<string | undefined> {
  const [row] = await rawQuery<{ memberId: string }>(
    db,
    `select member_id as "memberId" from journals
     where id = $1 and member_id is not null and ${beginsRow(kinds)}`,
    [id],
  )
  return row?.memberId
}

/** One row of the member, by its number or its journal's key; undefined if the member has no such row. */
export async function findRow(
  db: Db,
  memberId: string,
  kinds: readonly string[],
  { id, key }: { id: number; key?: never } | { id?: never; key: string },
): Promise<Row | undefined> {
  const { where, values, next } = rowsOf(memberId, { kinds })
  const [own] = await rawQuery<{ id: number }>(
    db,
    `select id from journals where ${where} and ${id === undefined ? 'key' : 'id'} = $${next}`,
    [...values, id ?? key],
  )
  const [row] = own ? await readRows(db, [own.id]) : []
  return row
}

/**
 * Entries of a row of the member: of its journal, of its resolution and of its reversal, in order. Empty if
 * the member has no such row.
 */
export async function rowEntries(
  db: Db,
  memberId: string,
  kinds: readonly string[],
  id: number,
): Promise<RowEntry[]> {
  const { where, values, next } = rowsOf(memberId, { kinds })
  return rawQuery<RowEntry>(
    db,
    `with own as (select id from journals where ${where} and id = $${next}),
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
    [...values, id],
  )
}

/** The sums of a member's deposits and withdrawals within a time, in minor units of an asset. */
export interface Flow {
  asset: string
  inMinor: number
  outMinor: number
}

/**
 * Sums of a member's deposits and paid withdrawals within each of some times, whose end is exclusive; what
 * was taken back does not count. Reads the member's journals of all these times once.
 */
export async function flowsOf(
  db: Db,
  memberId: string,
  times: { from?: Date; until?: Date }[],
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
