import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../frame/calls/api.ts'

/**
 * Banks that a member may have an account at; they seldom change.
 * @param enabled asked only where their names are needed
 */
export const useBanks = (enabled = true) =>
  useQuery({
    queryKey: ['banks'],
    queryFn: () => api('GET /api/lookup/banks'),
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  })

/** Names of banks and gateways in the language of the app, also of those that are closed to new members. */
export function useBankNameList() {
  const { i18n } = useTranslation()
  return useQuery({
    queryKey: ['bank-names', i18n.language],
    queryFn: ({ signal }) => api('GET /api/lookup/bankNames', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    // Rows that are shown without a network have their names, too, however long ago they were seen.
    gcTime: Number.POSITIVE_INFINITY,
  })
}

/**
 * Names a bank or gateway. Undefined while the names are loading, and for a code without a name, which is
 * internal.
 */
export function useBankNames(): (code: string) => string | undefined {
  const { data } = useBankNameList()
  return (wanted) => data?.find(({ code }) => code === wanted)?.name
}
