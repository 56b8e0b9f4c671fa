import type { Currency } from '@krapao/contract/money.ts'
import { type Change, changesOf } from '@krapao/contract/slices/campaign/changes.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'

/** A content as rows of fields, for a person who compares or approves. */

/** Every field of a content, or of a part of one: what is a part of something is a row of its own. */
export function rowsOf(value: unknown, field = ''): { field: string; value: unknown }[] {
  if (typeof value !== 'object' || value === null) return [{ field, value }]
  const parts = Array.isArray(value)
    ? value.map((part, at): [string, unknown] => [
        (part as { code?: string } | null)?.code ?? String(at),
        part,
      ])
    : Object.entries(value)
  return parts.flatMap(([name, part]) => rowsOf(part, field === '' ? name : `${field}/${name}`))
}

/** What differs, down to single fields: a part that was added or removed is listed field by field. */
export function changesSince(before: unknown, after: unknown): Change[] {
  return changesOf(before, after).flatMap((change) => {
    const whole = change.from ?? change.to
    const isPart = typeof whole === 'object' && whole !== null && (change.from === null || change.to === null)
    if (!isPart) return [change]
    return rowsOf(whole, change.field)
      .filter(({ value }) => value !== null && value !== '')
      .map(({ field, value }) =>
        change.from === null ? { field, from: null, to: value } : { field, from: value, to: null },
      )
  })
}

/** Fields that hold an amount of the campaign's currency. */
const amounts = ['amount', 'minDeposit', 'maxBonus', 'budget', 'maxTotal', 'maxCashOut', 'min', 'max']
const percentages = ['percent', 'percentFail', 'percentSuccess', 'multiplePercent']

/** A value as it is shown; `words` says the few that are no text of their own. */
export function valueText(
  field: string,
  value: unknown,
  currency: Currency,
  words: { none: string; yes: string; no: string },
): string {
  const name = field.split('/').at(-1) ?? ''
  if (value === null || value === undefined || value === '') return words.none
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (typeof value === 'number') {
    if (Number.isNaN(value)) return words.none
    if (amounts.includes(name)) return formatMoney(value, currency)
    const isWeight = field.split('/').at(-2) === 'weights'
    const figure = value.toLocaleString('en-US')
    return percentages.includes(name) || isWeight ? `${figure} %` : figure
  }
  return Array.isArray(value)
    ? value.join(', ')
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)
}
