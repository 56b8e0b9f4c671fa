import type { DeskLabel } from '@krapao/contract/slices/desk/desk-item.ts'
import { textOr } from '../../app/i18n.ts'
import { formatAccountNo, formatDate, formatMoney } from '../../ui/format.ts'
import type { Item, QueueName } from './queries.ts'
import { neededFor } from './standing.ts'

/** How the codes of items are said. What has no text yet shows itself rather than nothing. */
export const reasonText = ({ queue, reason }: Pick<Item, 'queue' | 'reason'>): string =>
  textOr([`desk.reason.${queue}.${reason}`, `desk.reason.${reason}`], reason)

export const labelText = (queue: QueueName, label: DeskLabel): string =>
  textOr([`desk.label.${queue}.${label}`, `desk.label.${label}`], label)

/** Who has said what where it takes two: "Refused by 1 of 2", or that it takes two where nobody has. */
export function standingText(item: Item): string {
  const verdict = item.verdicts[0]?.verdict
  if (!verdict) return textOr(['desk.takesTwo'], '')
  const so = item.verdicts.length
  return textOr([`desk.so.${verdict}`], '', { so, of: neededFor(item, verdict) })
}

/** Banks by the number that a slip's code has for them (Bank of Thailand), as the rest of the evidence names them. */
const banks: Record<string, string> = {
  '002': 'BBL',
  '004': 'KBANK',
  '006': 'KTB',
  '011': 'TMB',
  '014': 'SCB',
  '022': 'CIMB',
  '024': 'UOB',
  '025': 'BAY',
  '030': 'GSB',
  '034': 'BAAC',
}

/** A fact as a person reads it: times in local form, amounts with their unit, codes in words. */
export function valueText({ currency }: Pick<Item, 'currency'>, label: DeskLabel, value: string): string {
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return formatDate(value)
  if (/amount$/i.test(label) && /^\d+(\.\d+)?$/.test(value)) return formatMoney(Number(value), currency)
  if (/accountNo$/i.test(label)) return formatAccountNo(value)
  if (label === 'sendingBank') return banks[value] ?? value
  if (label === 'lastAnswer' || label === 'verifierAnswer') return answerText(value)
  return textOr([`desk.value.${value}`], value)
}

/** What the other side answered last: a code of ours, with the number of an HTTP answer behind it where there is one. */
function answerText(value: string): string {
  const [, kind, number] = /^(HTTP|GARBAGE)_(\d{3})$/.exec(value) ?? []
  const key = kind ?? value.replaceAll(' ', '_')
  return textOr([`desk.answer.${key}`], value, { number })
}
