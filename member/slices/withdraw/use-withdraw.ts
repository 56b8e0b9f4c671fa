import type { AnswerOf } from '@krapao/contract/client.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { useIsMutating, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { moneyKey, useMoneyCall } from '../../app/money/use-money-call.ts'
import { refused } from '../../app/refused.tsx'
import { alert, toast } from '../../ui/overlay.tsx'
import { type Wallet, walletKey } from '../wallet/public.ts'
import { refusalText } from './withdraw-words.ts'

export type Withdrawn = AnswerOf<'POST /api/wallet/withdrawAll'>

interface Wanted {
  /** Baht or kip. */
  amount: number
}

/**
 * Sends withdrawals, one at a time, and says what became of them. `unsure`: the one that nobody knows about; sending asks
 * about it, whatever is sent. Refusals are shown as an alert. Should the modal be closed before the answer, a toast brings it.
 * @param show told of an accepted withdrawal while mounted; without it toasts tell
 */
export function useWithdraw(wallet: Wallet, show?: (withdrawn: Withdrawn) => void) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const memberId = wallet.profile._id
  const {
    send,
    unsure: [unsure],
  } = useMoneyCall<Wanted, Withdrawn>('withdrawal', memberId, {
    screen: show && { show },
    tell: ({ amount }) =>
      toast('neutral', t('withdraw.toast', { amount: formatMoney(amount, wallet.currency) })),
    refuse: (failure) =>
      alert({ title: t('ui.error'), text: refused(failure, refusalText(t, wallet, failure)) }),
    unsureText: t('withdraw.unsure'),
    settled: () => queries.invalidateQueries({ queryKey: walletKey }),
  })
  // Also one that was sent before the modal was closed and opened again.
  const sending = useIsMutating({ mutationKey: moneyKey(memberId, 'withdrawal') }) > 0

  async function withdraw(amount: number): Promise<void> {
    if (sending) return
    const wanted = unsure ?? { amount }
    await send(wanted, (idempotencyKey) => api('POST /api/wallet/withdrawAll', wanted, { idempotencyKey }))
  }

  return { send: withdraw, sending, unsure }
}
