import { createHash } from 'node:crypto'
import { type Database, rawQuery, transaction } from '../../platform/database.ts'
import { takeLock } from '../../platform/locks.ts'
import { awaitAuditWatermark, awaitWatermark } from '../watermark.ts'
import { type Line, readAuditLines, readLines } from './line.ts'

/** The maximum of journals, and of rows of the audit log, in one seal, because they are read at once. */
const perSeal = 2000

/** The value that the first seal is chained to. */
export const noSeal = '0'.repeat(64)

export interface Seal {
  id: number
  from: number
  to: number
  sha256: string
  previous: string
  digests: Uint8Array
  /** Null: no row of the audit log was sealed yet. */
  audit: AuditMark | null
}

/** How far the audit log is sealed, and the SHA-256 over all of it up to there. */
export interface AuditMark {
  throughId: number
  sha256: string
}

/** The SHA-256 of a seal, updated line by line. `audit`: how far the audit log is sealed with it. */
export function sealHash(previous: string, audit: AuditMark | null = null) {
  const hash = createHash('sha256').update(`${previous}\n`)
  if (audit) hash.update(`audit ${audit.throughId} ${audit.sha256}\n`)
  return {
    add: (line: string) => void hash.update(line).update('\n'),
    done: () => hash.digest('hex'),
  }
}

/** A seal's digest of one journal, 16 bytes: its id and the beginning of its line's SHA-256. */
export function digestOf({ id, line }: Line): Buffer {
  const digest = Buffer.alloc(16)
  digest.writeBigInt64BE(BigInt(id))
  createHash('sha256').update(line).digest().copy(digest, 8, 0, 8)
  return digest
}

/**
 * See `Ledger.seal`. Seals in steps of `perSeal` journals and rows; nodes that seal at once wait for each
 * other.
 * @returns false if a long transaction prevented it: see `awaitWatermark`
 */
export async function seal(database: Database): Promise<boolean> {
  const through = await awaitWatermark(database)
  const auditThrough = await awaitAuditWatermark(database)
  if (through === undefined || auditThrough === undefined) return false
  while (await sealNext(database, through, auditThrough)) {}
  return true
}

/** @returns whether there may be more to seal */
async function sealNext(database: Database, through: number, auditThrough: number): Promise<boolean> {
  return transaction(database.db, async (tx) => {
    await takeLock(tx, 'seal')
    const [last] = await rawQuery<{ to: number; sha256: string; audit: AuditMark | null }>(
      tx,
      `select to_journal_id as to, sha256, ${auditMark} as audit from seals order by id desc limit 1`,
    )
    const previous = last?.sha256 ?? noSeal
    const from = (last?.to ?? 0) + 1
    const lines = await readLines(tx, from - 1, through, perSeal)
    const auditLines = await readAuditLines(tx, last?.audit?.throughId ?? 0, auditThrough, perSeal)
    if (lines.length === 0 && auditLines.length === 0) return false
    const audit = markOf(last?.audit ?? null, auditLines)
    const hash = sealHash(previous, audit)
    for (const { line } of lines) hash.add(line)
    await rawQuery(
      tx,
      `insert into seals (from_journal_id, to_journal_id, sha256, previous_sha256, digests, sealed_at,
         audit_through_id, audit_sha256)
       values ($1, $2, $3, $4, $5, now(), $6, $7)`,
      [
        from,
        lines.at(-1)?.id ?? from - 1,
        hash.done(),
        previous,
        Buffer.concat(lines.map(digestOf)),
        audit?.throughId ?? null,
        audit?.sha256 ?? null,
      ],
    )
    return lines.length === perSeal || auditLines.length === perSeal
  })
}

/** See `Ledger.unsealedSeconds`. By the database's clock, which also dates the journals. */
export async function unsealedSeconds(database: Database): Promise<number> {
  const [row] = await database.query<{ seconds: number }>(
    `select extract(epoch from clock_timestamp() - posted_at)::float8 as seconds from journals
     where id > coalesce((select to_journal_id from seals order by id desc limit 1), 0) order by id limit 1`,
  )
  return Math.max(row?.seconds ?? 0, 0)
}

/** SQL: a seal's `AuditMark`. */
export const auditMark = `case when audit_through_id is not null
  then jsonb_build_object('throughId', audit_through_id, 'sha256', audit_sha256) end`

/** The mark after further rows of the audit log; unchanged if there are none. */
export function markOf(before: AuditMark | null, lines: Line[]): AuditMark | null {
  const last = lines.at(-1)
  if (!last) return before
  const hash = sealHash(before?.sha256 ?? noSeal)
  for (const { line } of lines) hash.add(line)
  return { throughId: last.id, sha256: hash.done() }
}
