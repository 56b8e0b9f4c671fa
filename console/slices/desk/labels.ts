import { textOr } from '../../app/i18n.ts'
import { formatAccountNo, formatDate, formatMoney } from '../../ui/format.ts'
import type { Item, QueueName } from './queries.ts'

/** How the codes of items are said. What has no text yet shows itself rather than nothing. */
export const reasonText = ({ queue, reason }: Pick<Item, 'queue' | 'reason'>): string =>
  textOr([`desk.reason.${queue}.${reason}`, `desk.reason.${reason}`], reason)

export const labelText = (queue: QueueName, label: string): string =>
  textOr([`desk.label.${queue}.${label}`, `desk.label.${label}`], label)

/** A fact as a person reads it: times in local form, amounts with their unit, codes in words. */
export function valueText({ currency }: Pick<Item, 'currency'>, label: string, value: string): string {
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return formatDate(value)
  if (/amount$/i.test(label) && /^\d+(\.\d+)?$/.test(value)) return formatMoney(Number(value), currency)
  if (/accountNo$/i.test(label)) return formatAccountNo(value)
  return textOr([`desk.value.${value.replace(/[.:\s]/g, '_')}`], value)
}
