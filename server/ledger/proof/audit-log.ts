import { rawQuery, type Tx } from '../../platform/database.ts'
import type { Complain } from './defect.ts'
import { readAuditLines } from './line.ts'
import { type AuditMark, markOf } from './seal.ts'

const pageSize = 200

/**
 * Recomputes the sealed audit log (rules.md §1.7), seal by seal.
 * @returns the last sealed row; 0 if there is none
 */
export async function verifyAuditLog(tx: Tx, complain: Complain): Promise<number> {
  let before: AuditMark | null = null
  for (let after = 0; ; ) {
    const marks = await rawQuery<AuditMark & { id: number }>(
      tx,
      `select id, audit_through_id as "throughId", audit_sha256 as sha256
       from seals where id > $1 and audit_through_id is not null order by id limit $2`,
      [after, pageSize],
    )
    for (const mark of marks) {
      before = await compare(tx, before, mark, complain)
      after = mark.id
    }
    if (marks.length === 0) return before?.throughId ?? 0
  }
}

/** The stored mark; if it differs from the rows, that is a defect. */
async function compare(
  tx: Tx,
  before: AuditMark | null,
  { throughId, sha256 }: AuditMark,
  complain: Complain,
): Promise<AuditMark> {
  const from = before?.throughId ?? 0
  const lines = await readAuditLines(tx, from, throughId, Number.MAX_SAFE_INTEGER)
  const found = markOf(before, lines)
  if (found?.throughId !== throughId || found.sha256 !== sha256) {
    complain(null, `the audit log was changed in its rows ${from + 1} to ${throughId} after it was sealed`)
  }
  return { throughId, sha256 }
}
