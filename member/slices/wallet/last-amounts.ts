import type { AnswerOf } from '@krapao/contract/client.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../frame/calls/api.ts'
import type { LastAmount } from '../../ui/quick-amounts.tsx'
import { walletKey } from './wallet.ts'

type LastAmounts = AnswerOf<'GET /api/statement/last-amounts'>

/**
 * The amount of the last time, asked for each time that a sheet opens in which one is typed: an older answer
 * would be replaced under the finger. A sheet whose question is not answered goes without.
 * @param pick takes the amount from the answer, or null where there is none
 * @param isPossible whether it would be accepted now
 */
export function useLastAmount(
  pick: (last: LastAmounts) => number | null | undefined,
  isPossible: (amount: number) => boolean,
): LastAmount {
  const { data, isLoading } = useQuery({
    queryKey: [...walletKey, 'last-amounts'],
    queryFn: ({ signal }) => api('GET /api/statement/last-amounts', { signal }),
    retry: false,
    gcTime: 0,
  })
  const amount = data && pick(data)
  return { amount: typeof amount === 'number' && isPossible(amount) ? amount : undefined, asking: isLoading }
}
