import { replaceAnswer } from '@krapao/web/api/replace-answer.ts'
import { local } from '@krapao/web/storage/stored.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../frame/calls/api.ts'
import { onSessionChange, thisSession } from '../../frame/calls/session.ts'
import { type Wallet, walletKey } from './wallet.ts'

/** Milliseconds in which a return to the dashboard does not ask the providers again. */
export const refreshGap = 10_000

/**
 * Whether the last refresh, an ISO date, is younger than the gap. After a clock was set back the answer is
 * no.
 */
export function isRecent(lastSync: string | null, now: number): boolean {
  const age = now - Date.parse(lastSync ?? '')
  return age >= 0 && age < refreshGap
}

export const readLastSync = (): string | null => local.read('last_sync')

let running: Promise<Wallet> | undefined

// What one member began is not the next one's: their refresh asks anew.
onSessionChange(() => {
  running = undefined
})

/**
 * Reads the balances of all active games, one refresh at a time however many callers ask. One of an ended
 * session is not kept.
 */
function refreshGames(queries: QueryClient): Promise<Wallet> {
  if (running) return running
  const isOwn = thisSession()
  const asked = (async () => {
    const started = Date.now()
    const wallet = await api('GET /api/wallet/refresh/slot')
    local.keep('last_sync', new Date().toISOString())
    // A wallet that was loaded during the refresh may be newer than this answer, so it is loaded once more.
    const isStale = (queries.getQueryState(walletKey)?.dataUpdatedAt ?? 0) > started
    await replaceAnswer<Wallet>(queries, walletKey, (shown) => (isOwn() ? wallet : shown))
    if (isStale && isOwn()) queries.invalidateQueries({ queryKey: walletKey })
    return wallet
  })().finally(() => {
    if (running === asked) running = undefined
  })
  running = asked
  return asked
}

/**
 * Refreshes all game balances: `mutate()` starts it and stores the wallet, `isPending` is true while it runs.
 */
export function useRefresh() {
  const queries = useQueryClient()
  return useMutation({ mutationFn: () => refreshGames(queries) })
}
