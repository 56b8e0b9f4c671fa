import { useQuery } from '@tanstack/react-query'
import { api } from '../../frame/calls/api.ts'
import { type Holder, useWallet } from '../wallet/public.ts'

/**
 * Who pays in. Where the wallet cannot be loaded the profile says it, so that a failure of the balances keeps
 * nobody from paying in.
 */
export function useHolder(): { holder: Holder | undefined; error: unknown; refetch(): void } {
  const wallet = useWallet()
  const hasFailed = wallet.errorUpdateCount > 0 && !wallet.data
  const profile = useQuery({
    queryKey: ['deposit', 'holder'],
    queryFn: async ({ signal }): Promise<Holder> => {
      const {
        bankAccount,
        currency,
        bankEditable: _,
        ...profile
      } = await api('GET /api/account/profile', {
        signal,
      })
      return { profile, bankAccount, currency }
    },
    enabled: hasFailed,
  })
  return {
    holder: wallet.data ?? profile.data,
    error: hasFailed ? profile.error : null,
    refetch: () => void profile.refetch(),
  }
}
