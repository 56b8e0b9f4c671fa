import { createQueries } from '@krapao/web/api/queries.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { onReturn } from './connection.ts'
import { onSessionChange } from './session.ts'

const queries = createQueries({ staleTime: 30_000, refetchOnWindowFocus: false, refetchOnReconnect: false })

// Queries that failed while the server could not be reached are repeated.
onReturn(() => queries.invalidateQueries())

// The next member who logs in must not see the figures of the one before.
onSessionChange(() => queries.clear())

/** Asks before the page that shows the answer is drawn. A question that fails is asked again by the page. */
export const askAhead: typeof queries.prefetchQuery = (options) => queries.prefetchQuery(options)

/**
 * Wraps every page with queries; it is loaded with the first of them, so that the login page loads without
 * it.
 */
export function Queries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>
}
