import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { type Wallet, walletKey } from './wallet.ts'

/** Coming back to the dashboard sooner than this asks the providers nothing. */
export const refreshGap = 10_000

/** Whether the last refresh, an ISO date, is younger than the gap. A clock that was set back does not count. */
export function isRecent(lastSync: string | null, now: number): boolean {
  const age = now - Date.parse(lastSync ?? '')
  return age >= 0 && age < refreshGap
}

export const readLastSync = (): string | null => localStorage.getItem('last_sync')

let running: Promise<Wallet> | undefined

/** Reads every active game's balance, once at a time however many ask. */
function refreshGames(queries: QueryClient): Promise<Wallet> {
  running ??= (async () => {
    const started = Date.now()
    const wallet = await api('GET /api/wallet/refresh/slot')
    localStorage.setItem('last_sync', new Date().toISOString())
    // A wallet that arrived meanwhile may be newer than this answer: then it is asked for once more.
    const overtaken = (queries.getQueryState(walletKey)?.dataUpdatedAt ?? 0) > started
    await queries.cancelQueries({ queryKey: walletKey, exact: true })
    queries.setQueryData(walletKey, wallet)
    if (overtaken) queries.invalidateQueries({ queryKey: walletKey })
    return wallet
  })().finally(() => {
    running = undefined
  })
  return running
}

/** Refreshing all game balances: `mutate()` starts it and brings the wallet, `isPending` says that it runs. */
export function useRefresh() {
  const queries = useQueryClient()
  return useMutation({ mutationFn: () => refreshGames(queries) })
}
