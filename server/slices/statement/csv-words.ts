import { textsBeside } from '../../platform/texts.ts'
import type { StatementRow } from './rules.ts'
import type en from './texts.en.json'

/**
 * The texts of a download; the reasons are those of the member app (`statement.reason.*`), by code, and
 * `returned` for any other failed movement.
 */
export const words = textsBeside<typeof en>(import.meta.dirname)

/** The status of a row in a word. */
export const statusOf = (
  { statementType, status }: StatementRow,
  { statuses, inTransit }: typeof en,
): string => (statementType === 'transfer' && status === 'PENDING' ? inTransit : statuses[status])
