import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'
import { onSessionChange } from './session.ts'

/** What was fetched, for all pages together. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 2000,
      // A lost packet is worth another try; an answer of the server is an answer.
      retry: (failures, error) => failures < 2 && error instanceof ApiError && error.code === 'NETWORK',
    },
    mutations: { retry: false },
  },
})

// What one operator saw must not flash up for the next.
onSessionChange(() => queries.clear())

/** Milliseconds after which what waits is asked for again. */
export const pollEvery = 5000
