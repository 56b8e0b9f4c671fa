import type { AnswerOf } from '@krapao/contract/client.ts'
import { inBangkok } from '@krapao/contract/dates.ts'
import { asCurrency } from '@krapao/contract/money.ts'
import type { TFunction } from 'i18next'
import { api } from '../../app/api.ts'
import { downloadCsv } from '../../ui/csv.ts'
import type { AuditFilter } from './audit-address.ts'
import { actionText, memberIdIn, subjectLine } from './audit-words.ts'

type Entry = AnswerOf<'POST /api/console/audit/export'>['entries'][number]

/** Fetches the events of a filter and keeps them as a file, in the words of the page. */
export async function takeAuditFile(filter: AuditFilter, t: TFunction) {
  const { entries, members, complete } = await api('POST /api/console/audit/export', filter)
  const names = new Map(members.map(({ _id, name }) => [_id, name]))
  const head = columns.map((column) => t(`operator.audit.column.${column}`))
  const name = ['audit', filter.from, filter.to].filter(Boolean).join('-')
  downloadCsv(`${name}.csv`, [head, ...entries.map((entry) => lineOf(entry, names, t))])
  return { count: entries.length, complete }
}

const columns = [
  'at',
  'by',
  'action',
  'subject',
  'member',
  'memberId',
  'amount',
  'currency',
  'ip',
  'reason',
] as const

/** An event as a row of the file. @param names those of the members, by their ids */
export function lineOf(
  { at, operator, action, subject, reason, details }: Entry,
  names: ReadonlyMap<string, string>,
  t: TFunction,
): (string | null)[] {
  const { day, time } = inBangkok(at)
  const { currency, ip } = details
  // What an operator named with the decision, where the item did not have it.
  const said = details.said as { amountMinor?: unknown } | undefined
  const amountMinor = details.amountMinor ?? said?.amountMinor
  const text = (value: unknown): string => (typeof value === 'string' ? value : '')
  const memberId = memberIdIn(subject, details)
  const hasAmount = typeof amountMinor === 'number'
  return [
    `${day} ${time}`,
    operator?.name ?? t('operator.audit.nobody'),
    actionText(action),
    subjectLine(subject),
    names.get(memberId) ?? '',
    memberId,
    hasAmount ? (amountMinor / 100).toFixed(2) : '',
    hasAmount ? asCurrency(currency) : '',
    text(ip),
    reason,
  ]
}
