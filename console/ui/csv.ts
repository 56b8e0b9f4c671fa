import { plainText } from '@krapao/web/i18n/plain-text.ts'
import { saveFile } from '@krapao/web/ui/save-file.ts'

/** Tables as files for spreadsheets. */

/**
 * A cell: quoted, and never taken for a formula. A plain number stays one; a text of ours is found by its
 * words.
 */
function cell(value: string | number | null): string {
  const text = plainText(String(value ?? ''))
  const isFormula = /^[=+\-@\t\r]/.test(text) && !/^-\d+(\.\d+)?$/.test(text)
  return `"${isFormula ? "'" : ''}${text.replaceAll('"', '""')}"`
}

/**
 * Rows as CSV (RFC 4180). The byte order mark tells spreadsheets that it is UTF-8, so that they show Thai and
 * Lao.
 */
export const csvOf = (rows: (string | number | null)[][]): string =>
  `\uFEFF${rows.map((cells) => cells.map(cell).join(',')).join('\r\n')}\r\n`

/** Has the browser keep rows as a file. */
export function downloadCsv(name: string, rows: (string | number | null)[][]): void {
  saveFile(new Blob([csvOf(rows)], { type: 'text/csv;charset=utf-8' }), name)
}
