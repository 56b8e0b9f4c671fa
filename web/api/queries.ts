import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './client.ts'

/** When an app takes what it fetched for out of date, beyond what both apps do alike. */
interface Freshness {
  /** Milliseconds. */
  staleTime: number
  refetchOnWindowFocus?: boolean
  refetchOnReconnect?: boolean
}

/** What was fetched, for all pages of an app together. */
export const createQueries = (freshness: Freshness): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        ...freshness,
        // The library would hold calls back without a network and send them later; here they fail and say so.
        networkMode: 'always',
        // A lost packet is worth another try; an answer of the server is an answer.
        retry: (failures, error) => failures < 2 && error instanceof ApiError && isLost(error),
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })

/** The console tells a question that did not arrive, `UNREACHED`, from a change that may have. */
const isLost = ({ code }: ApiError): boolean => code === 'NETWORK' || code === 'UNREACHED'
