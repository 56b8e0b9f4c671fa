import { skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../app/api.ts'

/** Milliseconds between two questions while it is not settled, should the socket be down. */
const interval = 15_000

/**
 * What became of a deposit that was under way, by the server's word, live through the socket. The statement would not
 * do: it has no row for what was refused, and the credit of one payment looks like that of another of the same code.
 * @param key the pending row's; undefined: nothing is asked
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
 * Watches whether the money of a code that is or was shown here has arrived: a code may also end by being cancelled
 * elsewhere.
 * @param qr the code that is shown now
 */
export function useArrival(qr: { qrcodeId: string | null } | undefined) {
  const [watched, setWatched] = useState<string>()
  if (qr?.qrcodeId && qr.qrcodeId !== watched) setWatched(qr.qrcodeId)

  const { data, isFetching } = useOutcome(watched)
  return {
    /** Id of the code. */
    watched,
    /** The amount that arrived. */
    arrived: watched && data?.state === 'CREDITED' ? (data.amount ?? 0) : undefined,
    /** The code is gone, and why is not known yet. */
    settling: watched !== undefined && !qr && isFetching && (!data || data.state === 'UNDER_WAY'),
    /** The code was given up, or what arrived was read. */
    forget: (): void => setWatched(undefined),
  }
}
