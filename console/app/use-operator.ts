import { useQuery } from '@tanstack/react-query'
import { api } from './api.ts'

/** Who is logged in here; undefined until the server has said so. */
export function useOperator() {
  const { data, error, refetch } = useQuery({
    queryKey: ['operator'],
    queryFn: ({ signal }) => api('GET /api/console/me', { signal }),
    staleTime: 60_000,
  })
  return { operator: data, failure: data ? null : error, retry: () => refetch() }
}
