import { createQueries } from '@krapao/web/api/queries.ts'
import { useQuery } from '@tanstack/react-query'

/** Milliseconds between two requests for the same data. */
export const pollMs = 2_000

export const queries = createQueries({ staleTime: 0 })

/**
 * Reads data again and again while the page is visible. With another key it starts without a value. `failed`:
 * the last request failed; `value` then still has the data of an earlier request.
 */
export function usePolled<Value>(key: readonly [name: string, ...of: string[]], read: () => Promise<Value>) {
  const { data, isSuccess, errorUpdateCount, refetch } = useQuery({
    queryKey: key,
    queryFn: read,
    refetchInterval: pollMs,
    // No retry, because the next request comes after `pollMs` anyway.
    retry: false,
  })
  return { value: data, failed: !isSuccess && errorUpdateCount > 0, readNow: () => void refetch() }
}
