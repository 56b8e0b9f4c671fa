import { useSearchParams } from 'wouter'
import { type Filter, kinds } from './statement.ts'

/** Page and filter of the statement, kept in the address, so that the back button and a reload return to them. */
export function useView() {
  const [search, setSearch] = useSearchParams()
  const page = /^[1-9]\d{0,5}$/.test(search.get('page') ?? '') ? Number(search.get('page')) : 1
  const type = kinds.find((kind) => kind === search.get('type'))
  const month = /^[1-9]\d{3}-(0[1-9]|1[0-2])$/.exec(search.get('month') ?? '')?.[0]
  const filter: Filter = { ...(type && { type }), ...(month && { month }) }

  const show = (filter: Filter, page: number, replace: boolean) =>
    setSearch({ ...filter, ...(page > 1 && { page: String(page) }) }, { replace })
  return {
    page,
    filter,
    showPage: (page: number, replace = false) => show(filter, page, replace),
    showFilter: (filter: Filter) => show(filter, 1, true),
  }
}
