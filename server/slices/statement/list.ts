import type { Language } from '@krapao/contract/languages.ts'
import { type RowFilter, readRows as readJournals, rowIds } from '../../ledger/public.ts'
import type { Db } from '../../platform/database.ts'
import type { Counter } from './count.ts'
import { type StatementRow, toStatement } from './rules.ts'

/** A page of a member's statement, newest first; `page` from 1. */
export async function listStatement(
  db: Db,
  count: Counter,
  memberId: string,
  filter: RowFilter,
  { page, limit, language }: { page: number; limit: number; language: Language },
): Promise<{ total: number; statements: StatementRow[] }> {
  const [total, statements] = await Promise.all([
    count(memberId, filter),
    readRows(db, memberId, filter, { limit, offset: (page - 1) * limit, language }),
  ])
  return { total, statements }
}

/** Rows of a member's statement, newest first: two queries for any number. */
export async function readRows(
  db: Db,
  memberId: string,
  filter: RowFilter,
  { language, ...window }: { limit: number; offset: number; language: Language },
): Promise<StatementRow[]> {
  const ids = await rowIds(db, memberId, filter, window)
  if (ids.length === 0) return []
  return (await readJournals(db, ids)).map((journal) => toStatement(memberId, journal, language))
}
