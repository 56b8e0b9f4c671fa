import { languages } from '@krapao/contract/languages.ts'
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

/**
 * What differs, down to single fields: a part that was added or removed is listed field by field, its other
 * side undefined.
 */
export function changesSince(before: unknown, after: unknown): Change[] {
  return changesOf(before, after).flatMap((change) => {
    const whole = change.from ?? change.to
    const isPart = typeof whole === 'object' && whole !== null && (change.from === null || change.to === null)
    if (!isPart) return [change]
    return rowsOf(whole, change.field)
      .filter(({ value }) => value !== '')
      .map(({ field, value }) =>
        change.from === null ? { field, from: undefined, to: value } : { field, from: value, to: undefined },
      )
  })
}

/**
 * The fields in the order in which a person approves an offer: what it gives, how often and how much in all,
 * under what condition; then how it is called.
 */
const order = [
  ...[
    'kind',
    'currency',
    'code',
    'prize',
    'credit',
    'amount',
    'value',
    'coins',
    'percent',
    'minDeposit',
    'min',
  ],
  ...[
    'maxBonus',
    'max',
    'budget',
    'type',
    'maxReceived',
    'uses',
    'usesPerDay',
    'maxTotal',
    'weight',
    'stock',
  ],
  ...['condition', 'mode', 'multiplePercent', 'percentSuccess', 'weights', 'otherWeight'],
  ...['percentFail', 'maxCashOut'],
  ...['mayForfeit', 'days', 'couponDays', 'fallback'],
  ...['title', 'name', 'label', 'description', 'htmlDescription', 'info', ...languages],
  ...['slices', 'banners', 'image', 'html', 'bgColor', 'textColor'],
]

/** The rows in that order; parts without a place in it, such as slices, keep theirs. */
export function ordered<Row extends { field: string }>(rows: readonly Row[]): Row[] {
  const others: string[] = []
  const placeOf = (name: string): number => {
    if (order.includes(name)) return order.indexOf(name)
    if (!others.includes(name)) others.push(name)
    return order.length + others.indexOf(name)
  }
  const places = new Map(rows.map((row) => [row, row.field.split('/').map(placeOf)]))
  const placesOf = (row: Row): number[] => places.get(row) ?? []
  return rows.toSorted((one, other) => {
    const [mine, theirs] = [placesOf(one), placesOf(other)]
    const at = mine.findIndex((place, index) => place !== theirs[index])
    return at === -1 ? mine.length - theirs.length : (mine[at] ?? 0) - (theirs[at] ?? -1)
  })
}

/** Fields that hold an amount of the campaign's currency. */
const amounts = [
  'amount',
  'value',
  'minDeposit',
  'maxBonus',
  'budget',
  'maxTotal',
  'maxCashOut',
  'min',
  'max',
]
/** Fields that may be left empty: what they limit has no limit then. */
const limits = ['budget', 'usesPerDay', 'maxCashOut', 'stock']
const percentages = ['percent', 'percentFail', 'percentSuccess', 'multiplePercent', 'otherWeight']

/**
 * A value as it is shown; undefined: there is no such field. @param words those for values that are no text
 * of their own, and for a choice of a few
 */
export function valueText(
  field: string,
  value: unknown,
  currency: Currency,
  words: {
    none: string
    noLimit: string
    yes: string
    no: string
    choice(field: string, value: string): string
  },
): string {
  const name = field.split('/').at(-1) ?? ''
  if (value === null && limits.includes(name)) return words.noLimit
  if (value === null || value === undefined || value === '') return words.none
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (typeof value === 'number') {
    if (Number.isNaN(value)) return words.none
    if (amounts.includes(name)) return formatMoney(value, currency)
    const isWeight = field.split('/').at(-2) === 'weights'
    const figure = value.toLocaleString('en-US')
    return percentages.includes(name) || isWeight ? `${figure} %` : figure
  }
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : words.choice(field, String(value))
}
