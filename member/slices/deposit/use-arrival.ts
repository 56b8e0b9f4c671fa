import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { onSessionChange } from '../../app/session.ts'
import type { QrCode } from './qr-query.ts'

/** Deposits that were there before a code was shown, by the code's id: no clock of a phone decides what is new. */
const before = new Map<string, Set<string>>()
onSessionChange(() => before.clear())

/** Milliseconds between two looks at the statement, should the socket be down. */
const interval = 15_000

/**
 * Watches whether the money of a code that is or was shown here has arrived: only a deposit in the statement says so,
 * since a code may also end by being cancelled elsewhere.
 * @param qr the code that is shown now
 */
export function useArrival(qr: QrCode | undefined) {
  const [watched, setWatched] = useState<{ id: string; amount: number }>()
  if (qr?.qrcodeId && qr.qrcodeId !== watched?.id) setWatched({ id: qr.qrcodeId, amount: qr.amount })

  const { data, isFetching } = useQuery({
    queryKey: ['deposit', 'arrival', watched?.id],
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

async function lookFor({ id, amount }: { id: string; amount: number }): Promise<number | null> {
  const { statements } = await api('POST /api/statement', { page: 1, limit: 10, type: 'deposit' })
  const known = before.get(id) ?? new Set(statements.map((row) => row._id))
  before.set(id, known)
  const found = statements.find(
    (row) => !known.has(row._id) && row.status === 'SUCCESS' && row.amount === amount,
  )
  return found?.amount ?? null
}
