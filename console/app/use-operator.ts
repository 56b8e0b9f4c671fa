import { useQuery } from '@tanstack/react-query'
import { api } from './api.ts'

/** The operator who is logged in; undefined until the server has answered. */
export function useOperator() {
  const { data, error, refetch } = useQuery({
    queryKey: ['operator'],
    queryFn: ({ signal }) => api('GET /api/console/me', { signal }),
    staleTime: 60_000,
  })
  return { operator: data, failure: data ? null : error, retry: () => refetch() }
}
