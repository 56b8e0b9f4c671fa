import { useLocation, useSearch } from 'wouter'

/**
 * The part of a list's address that says what is shown: `?view=decided&by=…&day=2026-11-23`,
 * `?q=somchai&sort=largest`.
 */
export const listFields = [
  'view',
  'by',
  'day',
  'q',
  'bank',
  'min',
  'max',
  'older',
  'mine',
  'second',
  'sort',
] as const
type Field = (typeof listFields)[number]
/** Empty where the address does not say it. */
export type ListValue = Record<Field, string>

/** What a list shows, as its address says it, so that reloading and the back button keep it. */
export interface ListAddress {
  value: ListValue
  /** With the question mark; empty where nothing is said. */
  query: string
  /** Changes fields of the address; an empty text takes one out. */
  change(fields: Partial<ListValue>): void
}

/** @param path of the page that the list is on */
export function useListAddress(path: string): ListAddress {
  const search = new URLSearchParams(useSearch())
  const [, navigate] = useLocation()
  const value = Object.fromEntries(
    listFields.map((field) => [field, (search.get(field) ?? '').slice(0, 100)]),
  ) as ListValue
  return {
    value,
    query: queryOf(value),
    change: (fields) => navigate(`${path}${queryOf({ ...value, ...fields })}`, { replace: true }),
  }
}

/** The query of an address with these fields. */
export function queryOf(value: Partial<ListValue>): string {
  const said = listFields.flatMap((field) =>
    value[field] ? [[field, value[field]] as [string, string]] : [],
  )
  return said.length > 0 ? `?${new URLSearchParams(said)}` : ''
}
