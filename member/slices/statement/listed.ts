import type { Row } from '../under-way/public.ts'
import type { Statement } from './statement.ts'

/**
 * Which rows of what is under way have one of their own in the list that is shown. A transfer and a
 * withdrawal have one in the statement from their first moment, and it stays there when they end. Which page
 * it is on depends on what came after it.
 * @param rows those of the list; undefined while they are not known, when such a row is not shown yet
 */
export function listedAmong(rows: readonly Statement[] | undefined): (row: Row) => boolean {
  const keys = rows && new Set(rows.map(keyOf))
  return (row) => {
    if (row.what === 'unsure') return false
    if (row.row.kind !== 'transfer' && row.row.kind !== 'withdrawal') return false
    return !keys || keys.has(row.what === 'ended' ? row.row.source : row.row.key)
  }
}

/** The key by which money under way is known: the two halves of a transfer between games are one each. */
function keyOf({ statementType, sourceId, to }: Statement): string | null {
  if (statementType !== 'transfer' || sourceId === null) return sourceId
  return `${sourceId}-${to === 'WALLET' ? 'out' : 'in'}`
}
