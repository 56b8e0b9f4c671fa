import type { AnswerOf } from '@krapao/contract/client.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { useIsMutating, useQueryClient } from '@tanstack/react-query'
import { api } from '../../frame/calls/api.ts'
import { refused } from '../../frame/calls/refused.tsx'
import { moneyKey, useMoneyCall } from '../../frame/money/use-money-call.ts'
import { alert, confirm, toast } from '../../ui/overlay.tsx'
import { type Wallet, walletKey } from '../wallet/public.ts'
import { bonusRefusal } from './bonus-refusal.tsx'
import { conditionOf, refusalText } from './withdraw-words.ts'

export type Withdrawn = AnswerOf<'POST /api/wallet/withdrawAll'>

interface Wanted {
  /** Baht or kip. */
  amount: number
}

/**
 * Sends withdrawals, one at a time, and shows their outcomes. `unsure`: the withdrawal whose outcome is
 * unknown; while there is one, sending asks about it, whatever the form says. Refusals are shown as an alert.
 * If the modal is closed before the answer, a toast shows it.
 * @param show called with an accepted withdrawal while mounted; without it a toast shows it
 * @param onBonus leads to the bonus that does not allow it
 */
export function useWithdraw(
  wallet: Wallet,
  show?: (withdrawn: Withdrawn) => void,
  onBonus: () => void = () => {},
) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const memberId = wallet.profile._id
  const {
    send,
    unsure: [unsure],
  } = useMoneyCall<Wanted, Withdrawn>('withdrawal', memberId, {
    screen: show && { show },
    notify: ({ amount }) =>
      toast('neutral', t('withdraw.toast', { amount: formatMoney(amount, wallet.currency) })),
    async refuse(failure, _, onScreen) {
      const condition = conditionOf(failure)
      if (!condition || !onScreen) {
        return alert({ title: t('ui.error'), text: refused(failure, refusalText(t, wallet, failure)) })
      }
      const see = await confirm({
        title: t('withdraw.bonusTitle'),
        text: bonusRefusal(condition, wallet.currency),
        confirm: t('withdraw.bonusSee'),
        cancel: t('ui.close'),
      })
      if (see) onBonus()
    },
    unsureText: t('withdraw.unsure'),
    settled: () => queries.invalidateQueries({ queryKey: walletKey }),
  })
  // This includes a withdrawal that was sent before the modal was closed and opened again.
  const sending = useIsMutating({ mutationKey: moneyKey(memberId, 'withdrawal') }) > 0

  async function withdraw(amount: number): Promise<void> {
    if (sending) return
    const wanted = unsure ?? { amount }
    await send(wanted, (idempotencyKey) => api('POST /api/wallet/withdrawAll', wanted, { idempotencyKey }))
  }

  return { send: withdraw, sending, unsure }
}
