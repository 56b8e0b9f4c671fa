import { dayInShort, monthInWords, timeInShort } from '@krapao/contract/dates.ts'
import type { Language } from '@krapao/contract/languages.ts'
import { assets, type Currency, formatAmount } from '@krapao/contract/money.ts'
import { fill, textsBeside } from '../../../platform/texts.ts'
import { statusOf, words } from '../csv-words.ts'
import type { Period, StatementRow } from '../rules.ts'
import type { Line, Paper } from './draw.ts'
import type en from './texts.en.json'

/** The content of a statement as PDF, without database or clock; the texts of its rows are the CSV's. */

const pdfWords = textsBeside<typeof en>(import.meta.dirname)

export interface PdfContent {
  brand: { name: string; colours: Paper['colours'] }
  member: string
  /** Bank and the end of the account's number. */
  account: string
  currency: Currency
  period: Period
  rows: StatementRow[]
  sums: { in: number; out: number }
  /** Whether there are no more rows than these. */
  isWhole: boolean
  madeAt: Date
  language: Language
  /** The name of a game or bank by its code; undefined if there is none. */
  nameOf(code: string): string | undefined
}

export function paperOf(content: PdfContent): Paper {
  const { brand, member, account, currency, rows, sums, isWhole, language } = content
  const text = pdfWords[language]
  // The letters of a PDF have no sign of the kip.
  const money = (amount: number, sign = '') => {
    const figure = formatAmount(amount, currency).replace('-', '')
    return currency === 'THB' ? `${sign}${assets.THB.sign}${figure}` : `${sign}${figure} ${currency}`
  }
  const net = Math.round((sums.in - sums.out) * 100) / 100
  return {
    brand: brand.name,
    colours: brand.colours,
    member,
    facts: [
      [text.account, account],
      [text.time, timeOf(content)],
      [text.made, timeInShort(content.madeAt, language).slice(0, -3)],
    ],
    sums: [
      [text.in, money(sums.in)],
      [text.out, money(sums.out)],
      [net > 0 ? text.moreIn : net < 0 ? text.moreOut : text.net, money(net)],
    ],
    lines: rows.map((row) => lineOf(row, content, money)),
    notes: [text.note, ...(isWhole ? [] : [fill(text.part, { rows: rows.length.toLocaleString('en-US') })])],
    words: text,
  }
}

function timeOf({ period: { month, from, until }, language }: PdfContent): string {
  if (month !== undefined) return monthInWords(month, language)
  const dayOf = (day: string) => dayInShort(day, language)
  if (from === undefined && until === undefined) return pdfWords[language].allTimes
  return `${from === undefined ? '…' : dayOf(from)} – ${until === undefined ? '…' : dayOf(until)}`
}

const signs = { deposit: '+', bonus: '+', withdraw: '−', transfer: '', finish_bonus: '' }
const tones = { SUCCESS: 'done', PENDING: 'open', FAILED: 'failed' } as const

function lineOf(
  row: StatementRow,
  { language, nameOf }: PdfContent,
  money: (amount: number, sign: string) => string,
): Line {
  const { types, ends, reasons } = words[language]
  const { statementType, status, reason, method, from, to, amount } = row
  const endOf = (code: string): string => ends[code as keyof typeof ends] ?? nameOf(code) ?? code
  const way = [method === 'QR' ? ends.QR : endOf(from), endOf(to)].filter((end) => end !== '').join(' – ')
  const source = row.bonus ?? row.promotion ?? row.invite ?? row.refund ?? row.luckydraw
  const isFailed = status === 'FAILED'
  return {
    date: timeInShort(row.createdAt, language).slice(0, -3),
    number: `#${row._id}`,
    title: types[statementType],
    detail: source?.description ?? way,
    status: statusOf(row, words[language]),
    reason: !isFailed ? '' : reason ? reasons[reason] : statementType === 'deposit' ? '' : reasons.returned,
    tone: tones[status],
    amount: money(amount, signs[statementType]),
  }
}
