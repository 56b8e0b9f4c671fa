import type { AnswerOf } from '@krapao/contract/client.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../frame/calls/api.ts'
import { useWallet, walletKey } from './wallet.ts'

/**
 * Money under way: a slip, QR code, gift, announcement, withdrawal or transfer whose outcome is not known.
 */
export type Pending = AnswerOf<'GET /api/wallet/pending'>['pending'][number]

/**
 * Begins with the wallet's key, so that whatever makes the wallet out of date makes this out of date, too.
 */
export const pendingKey = [...walletKey, 'pending'] as const

/**
 * Money under way, newest first, updated through the socket; while there is some it is also polled, in case
 * the socket is down.
 */
export const pendingQuery = queryOptions({
  queryKey: pendingKey,
  queryFn: ({ signal }) => api('GET /api/wallet/pending', { signal }),
  refetchInterval: ({ state }) => (state.data?.pending.length ? 15_000 : false),
})

export const usePending = () => useQuery({ ...pendingQuery, select: pendingOf })

type Answer = AnswerOf<'GET /api/wallet/pending'>
const pendingOf = ({ pending }: Answer) => pending

/** How something ended that was under way, or money that moved by itself; from the same call. */
export type Ended = Answer['ended'][number]

/** What ended in the last day and is not read, newest first, and how much is not read in all. */
export const useEnded = () => useQuery({ ...pendingQuery, select: endedOf })
const endedOf = ({ ended, unread }: Answer) => ({ ended, unread })

/** What is under way and what ended, for a list of both. */
export const useUnderWay = () => useQuery(pendingQuery)

/** The name of a row: "Withdrawal", "Transfer to PG". */
export function usePendingName(): (row: Pick<Pending, 'kind' | 'from' | 'to'>) => string {
  const { t } = useTranslation()
  const slots = useWallet().data?.slots
  const gameName = (code: string) => slots?.find((slot) => slot.code === code)?.name ?? code
  return ({ kind, from, to }) => {
    if (kind !== 'transfer') return t(`wallet.under.kind.${kind}`)
    return to === 'WALLET'
      ? t('wallet.under.kind.transferFrom', { game: gameName(from) })
      : t('wallet.under.kind.transferTo', { game: gameName(to) })
  }
}
