import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import type { QrCode } from './qr-query.ts'

/** Milliseconds between two looks at the statement, should the socket be down. */
const interval = 15_000

/**
 * Watches whether the money of a code that is or was shown here has arrived: only a deposit in the statement says so,
 * since a code may also end by being cancelled elsewhere.
 * @param qr the code that is shown now
 */
export function useArrival(qr: QrCode | undefined) {
  const [watched, setWatched] = useState<string>()
  if (qr?.qrcodeId && qr.qrcodeId !== watched) setWatched(qr.qrcodeId)

  const { data, isFetching } = useQuery({
    queryKey: ['deposit', 'arrival', watched],
    queryFn: () => (watched ? lookFor(watched) : null),
    enabled: watched !== undefined,
    refetchInterval: qr ? interval : false,
  })
  return {
    /** The amount that arrived. */
    arrived: watched ? (data ?? undefined) : undefined,
    /** The code is gone, and why is not known yet. */
    settling: watched !== undefined && !qr && isFetching && data === null,
    /** The code was given up, or what arrived was read. */
    forget: (): void => setWatched(undefined),
  }
}

async function lookFor(qrcodeId: string): Promise<number | null> {
  const { statements } = await api('POST /api/statement', { page: 1, limit: 10, type: 'deposit' })
  const found = statements.find((row) => row.sourceId === qrcodeId && row.status === 'SUCCESS')
  return found?.amount ?? null
}
