import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useWallet, type Wallet, walletKey } from './wallet.ts'

/**
 * The wallet as loaded since this component was mounted, so that no older balance appears beside a result.
 */
export function useFreshWallet(): Wallet | undefined {
  const queries = useQueryClient()
  const [since] = useState(() => Date.now())
  useEffect(() => {
    queries.invalidateQueries({ queryKey: walletKey })
  }, [queries])
  const { data, dataUpdatedAt } = useWallet()
  return dataUpdatedAt >= since ? data : undefined
}
