import { skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../frame/calls/api.ts'

/** Milliseconds between two polls while the outcome is not known, in case the socket is down. */
const interval = 15_000

/**
 * The outcome of a deposit that was under way, from the server, updated through the socket. The statement is
 * no substitute: it has no row for a refused deposit, and two payments of one code look alike.
 * @param key the pending row's key; undefined: nothing is asked
 */
export const useOutcome = (key: string | undefined) =>
  useQuery({
    queryKey: ['deposit', 'outcome', key],
    queryFn:
      key === undefined
        ? skipToken
        : ({ signal }) => api('GET /api/wallet/deposit/:key', { params: { key } }, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'UNDER_WAY' || data?.state === 'GOING_BACK' ? interval : false,
  })

/**
 * Watches whether the money of a code that is or was shown here has arrived. A code may also end because it
 * was cancelled in another tab.
 * @param qr the code that is shown now
 */
export function useArrival(qr: { qrcodeId: string | null } | undefined) {
  const [watched, setWatched] = useState<string>()
  if (qr?.qrcodeId && qr.qrcodeId !== watched) setWatched(qr.qrcodeId)

  const { data, isFetching } = useOutcome(watched)
  return {
    /** The id of the code. */
    watched,
    /** The amount that arrived. */
    arrived: watched && data?.state === 'CREDITED' ? (data.amount ?? 0) : undefined,
    /** The code that is shown is closed. */
    closed: Boolean(qr && data?.state === 'CLOSED'),
    /** The code has ended, and the reason is not known yet. */
    settling: watched !== undefined && !qr && isFetching && (!data || data.state === 'UNDER_WAY'),
    /** The code was cancelled here, or its arrival was read. */
    forget: (): void => setWatched(undefined),
  }
}
