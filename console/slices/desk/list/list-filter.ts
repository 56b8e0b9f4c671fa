import type { QueryOf } from '@krapao/contract/client.ts'
import { parseAmount } from '@krapao/contract/money.ts'
import type { ListValue } from './list-address.ts'

/** What the server is asked for by the address of a list (rules.md §17.10). */
export type Filter = Omit<QueryOf<'GET /api/console/desk/:queue'>, 'after'>

/** The fields of the address that narrow or order what waits. */
export const filterFields = ['q', 'bank', 'min', 'max', 'older', 'mine', 'second', 'sort'] as const
type Field = (typeof filterFields)[number]

/** Takes all of them out of an address. */
export const noFilter = Object.fromEntries(filterFields.map((field) => [field, ''])) as Record<Field, ''>

export const sorts = ['oldest', 'newest', 'largest', 'smallest'] as const satisfies Filter['sort'][]
/** Minutes to choose from. */
export const ages = [15, 30, 60, 180, 1440]

/** Why an amount cannot be used: it is none, or the larger one is the smaller one. */
export type AmountError = 'none' | 'order'

/**
 * What to ask for. What an address says wrongly is left out: somebody may have changed it by hand. What was
 * typed wrongly is named as well.
 */
export function filterIn(value: Pick<ListValue, Field>): {
  filter: Filter
  errors: { min?: AmountError; max?: AmountError }
} {
  // Signs that no text has, and that the server refuses.
  const q = value.q.replace(/\p{Cc}/gu, '').trim()
  const min = parseAmount(value.min)
  const max = parseAmount(value.max)
  const isTurned = min !== undefined && max !== undefined && min > max
  const isWrong = { min: value.min !== '' && min === undefined, max: value.max !== '' && max === undefined }
  const sort = sorts.find((one) => one === value.sort)
  return {
    filter: {
      ...(q !== '' && { q }),
      ...(/^[A-Za-z0-9]{1,20}$/.test(value.bank) && { bank: value.bank }),
      ...(min !== undefined && { min: String(min) }),
      ...(max !== undefined && !isTurned && { max: String(max) }),
      ...(/^\d{1,6}$/.test(value.older) && { older: value.older }),
      ...(value.mine === 'yes' && { mine: 'yes' }),
      ...(value.second === 'yes' && { second: 'yes' }),
      ...(sort && sort !== 'oldest' && { sort }),
    },
    errors: {
      ...(isWrong.min && { min: 'none' }),
      ...((isWrong.max || isTurned) && { max: isWrong.max ? 'none' : 'order' }),
    },
  }
}

/** Whether fewer items may be shown than wait; another order alone leaves none out. */
export const isNarrowed = ({ sort: _, ...others }: Filter): boolean => Object.keys(others).length > 0

/** What is narrowed or ordered behind the button "filter": one text each, which can be taken out. */
export type Chip = { fields: Field[] } & (
  | { is: 'bank'; bank: string }
  | { is: 'amount'; min: string | undefined; max: string | undefined }
  | { is: 'older'; minutes: number }
  | { is: 'sort'; sort: NonNullable<Filter['sort']> }
)

export function chipsOf({ bank, min, max, older, sort }: Filter): Chip[] {
  return [
    ...(sort ? [{ is: 'sort' as const, fields: ['sort' as const], sort }] : []),
    ...(bank ? [{ is: 'bank' as const, fields: ['bank' as const], bank }] : []),
    ...(min !== undefined || max !== undefined
      ? [{ is: 'amount' as const, fields: ['min' as const, 'max' as const], min, max }]
      : []),
    ...(older ? [{ is: 'older' as const, fields: ['older' as const], minutes: Number(older) }] : []),
  ]
}
