import { ApiError } from '@krapao/web/api/client.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { onReturn } from './connection.ts'
import { onSessionChange } from './session.ts'

/** What was fetched, for all pages together. */
const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      // The library would hold calls back without a network and send them later; here they fail and say so.
      networkMode: 'always',
      refetchOnReconnect: false,
      // A lost packet is worth another try; an answer of the server is an answer.
      retry: (failures, error) => failures < 2 && error instanceof ApiError && error.code === 'NETWORK',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

// Whatever was missed while the server could not be reached is asked for again.
onReturn(() => queries.invalidateQueries())

// Another member's figures must not flash up after the next login.
onSessionChange(() => queries.clear())

/** Around every page that fetches; arrives with the first of them, so that the login page does without. */
export function Queries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>
}
