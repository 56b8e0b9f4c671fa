import type { Language } from '@krapao/contract/languages.ts'
import { assets, shownAmount } from '@krapao/contract/money.ts'
import { statusOf, words } from './csv-words.ts'
import type { StatementRow } from './rules.ts'

const bangkok = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Bangkok',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/**
 * Rows as CSV: a BOM so that spreadsheets read Thai and Lao, CRLF, every cell quoted (RFC 4180). It contains
 * texts and names, no internal codes.
 * @param nameOf the name of a game or bank by its code; undefined if there is none
 */
export function toCsv(
  rows: StatementRow[],
  language: Language,
  nameOf: (code: string) => string | undefined,
): string {
  const { columns, types, ends } = words[language]
  const endOf = (code: string): string => ends[code as keyof typeof ends] ?? nameOf(code) ?? code
  const lines = rows.map((row) => [
    bangkok.format(new Date(row.createdAt)).replace(',', ''),
    types[row.statementType],
    statusOf(row, words[language]),
    reasonOf(row, language),
    row.method === 'QR' ? ends.QR : endOf(row.from),
    endOf(row.to),
    signed(row),
    row.currency,
    (row.bonus ?? row.promotion ?? row.invite ?? row.refund ?? row.luckydraw)?.description ?? '',
    row._id,
  ])
  return `\uFEFF${[columns, ...lines].map((cells) => cells.map(cell).join(',')).join('\r\n')}\r\n`
}

/**
 * As in the app: a failed deposit without a reason moved no money, so the text must not say that money went
 * back.
 */
function reasonOf({ status, statementType, reason }: StatementRow, language: Language): string {
  if (status !== 'FAILED') return ''
  const { reasons } = words[language]
  return reason ? reasons[reason] : statementType === 'deposit' ? '' : reasons.returned
}

/** A withdrawal is negative, so that a column can be added up (product.md §9 Amount signs). */
const signed = ({ statementType, amount, currency }: StatementRow): string =>
  `${statementType === 'withdraw' ? '-' : ''}${shownAmount(amount, currency).toFixed(assets[currency].decimals)}`

/**
 * A cell that a spreadsheet would take for a formula gets an apostrophe, which makes it text; a plain number
 * gets none.
 */
function cell(text: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(text) && !/^-\d+(\.\d+)?$/.test(text)
  return `"${isFormula ? "'" : ''}${text.replaceAll('"', '""')}"`
}
