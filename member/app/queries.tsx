import { createQueries } from '@krapao/web/api/queries.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { onReturn } from './connection.ts'
import { onSessionChange } from './session.ts'

const queries = createQueries({ staleTime: 30_000, refetchOnWindowFocus: false, refetchOnReconnect: false })

// Whatever was missed while the server could not be reached is asked for again.
onReturn(() => queries.invalidateQueries())

// Another member's figures must not flash up after the next login.
onSessionChange(() => queries.clear())

/** Around every page that fetches; arrives with the first of them, so that the login page does without. */
export function Queries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>
}
