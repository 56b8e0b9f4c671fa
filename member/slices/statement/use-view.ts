import { useSearchParams } from 'wouter'
import { type Filter, kinds } from './statement.ts'

/** A day as the address has it, YYYY-MM-DD; undefined for other words and for days that no calendar has. */
function dayIn(text: string | null): string | undefined {
  if (!/^[1-9]\d{3}-\d\d-\d\d$/.test(text ?? '')) return undefined
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text ?? '') ? (text ?? '') : undefined
}

/**
 * Page and filter of the statement, kept in the address, so that the back button and a reload return to them.
 */
export function useView() {
  const [search, setSearch] = useSearchParams()
  const page = /^[1-9]\d{0,5}$/.test(search.get('page') ?? '') ? Number(search.get('page')) : 1
  const type = kinds.find((kind) => kind === search.get('type'))
  const month = /^[1-9]\d{3}-(0[1-9]|1[0-2])$/.exec(search.get('month') ?? '')?.[0]
  const [from, until] = [dayIn(search.get('from')), dayIn(search.get('until'))]
  const wanted = search.get('search')?.trim().slice(0, 40)
  const filter: Filter = {
    ...(type && { type }),
    ...(month && { month }),
    ...(from && { from }),
    ...(until && { until }),
    ...(wanted && { search: wanted }),
  }

  const show = (filter: Filter, page: number, replace: boolean) =>
    setSearch({ ...filter, ...(page > 1 && { page: String(page) }) }, { replace })
  return {
    page,
    filter,
    showPage: (page: number, replace = false) => show(filter, page, replace),
    showFilter: (filter: Filter) => show(filter, 1, true),
  }
}
