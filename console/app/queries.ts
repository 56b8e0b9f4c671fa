import { ApiError } from '@krapao/web/api/client.ts'
import { QueryClient } from '@tanstack/react-query'
import { onSessionChange } from './session.ts'

/** What was fetched, for all pages together. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 2000,
      // A question is asked whatever the browser believes of the network: one that waits would look like no news.
      networkMode: 'always',
      // A lost packet is worth another try; an answer of the server is an answer.
      retry: (failures, error) => failures < 2 && error instanceof ApiError && error.code === 'UNREACHED',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

// What one operator saw must not flash up for the next.
onSessionChange(() => queries.clear())
