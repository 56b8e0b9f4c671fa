import { type Db, rawQuery, type Tx } from '../../platform/database.ts'

/**
 * A journal with its entries, or a row of the audit log, as one canonical line of text; the field order is
 * fixed for good.
 */
export interface Line {
  id: number
  line: string
}

/**
 * Canonical lines of the journals after one id, up to another, in id order. jsonb text is the same on every
 * engine and version. Names and owners of accounts are part of a line, so that these cannot be exchanged
 * either.
 */
export function readLines(handle: Db | Tx, after: number, through: number, limit: number): Promise<Line[]> {
  return rawQuery<Line>(
    handle,
    `select j.id, jsonb_build_array(j.id, j.key, j.kind, j.phase, j.member_id, j.meta,
       (extract(epoch from j.posted_at) * 1000000)::bigint, j.pending_id, j.reverses_id,
       (select coalesce(jsonb_agg(jsonb_build_array(e.leg, e.account_id, a.member_id, a.name, a.asset,
           e.amount_minor, e.balance_after_minor) order by e.leg, e.account_id), '[]')
        from entries e left join accounts a on a.id = e.account_id where e.journal_id = j.id))::text as line
     from journals j where j.id > $1 and j.id <= $2 order by j.id limit $3`,
    [after, through, limit],
  )
}

/** Canonical lines of the audit log, likewise. */
export function readAuditLines(
  handle: Db | Tx,
  after: number,
  through: number,
  limit: number,
): Promise<Line[]> {
  return rawQuery<Line>(
    handle,
    `select id, jsonb_build_array(id, (extract(epoch from at) * 1000000)::bigint, operator_id, action, subject, reason,
       details)::text as line
     from audit_log where id > $1 and id <= $2 order by id limit $3`,
    [after, through, limit],
  )
}

/** The fields of a journal's canonical line. */
export interface BookedJournal {
  id: number
  kind: string
  phase: string
  meta: Record<string, unknown>
  postedAtMicros: number
  pendingId: number | null
  reversesId: number | null
  entries: BookedEntry[]
}

export interface BookedEntry {
  accountId: number
  member: string | null
  name: string | null
  asset: string | null
  amountMinor: number
  balanceAfterMinor: number | null
}

/** The order of `readLines`. */
type LineFields = [
  id: number,
  key: string,
  kind: string,
  phase: string,
  member: string | null,
  meta: Record<string, unknown>,
  postedAtMicros: number,
  pendingId: number | null,
  reversesId: number | null,
  entries: [number, number, string | null, string | null, string | null, number, number | null][],
]

/** Parses a journal from its canonical line. */
export function parseLine(line: string): BookedJournal {
  const [id, , kind, phase, , meta, postedAtMicros, pendingId, reversesId, entries] = JSON.parse(
    line,
  ) as LineFields
  return {
    id,
    kind,
    phase,
    meta,
    postedAtMicros,
    pendingId,
    reversesId,
    entries: entries.map(([, accountId, member, name, asset, amountMinor, balanceAfterMinor]) => ({
      accountId,
      member,
      name,
      asset,
      amountMinor,
      balanceAfterMinor,
    })),
  }
}
