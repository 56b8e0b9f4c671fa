import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './client.ts'

/** The settings in which the two apps differ. */
interface Freshness {
  /** Milliseconds. */
  staleTime: number
  refetchOnWindowFocus?: boolean
  refetchOnReconnect?: boolean
}

/** Makes the query client of an app, shared by all its pages. */
export const createQueries = (freshness: Freshness): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        ...freshness,
        // The library would hold calls back while there is no network and send them later; here they fail and
        // say so.
        networkMode: 'always',
        // A lost packet is worth another try while there is a network; an error that the server answered is
        // final.
        retry: (failures, error) =>
          failures < 2 && navigator.onLine && error instanceof ApiError && isLost(error),
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })

/**
 * In the console `UNREACHED` is a failed query, and `NETWORK` a failed change, which may have been carried
 * out.
 */
const isLost = ({ code }: ApiError): boolean => code === 'NETWORK' || code === 'UNREACHED'
