import type { AnswerOf } from '@krapao/contract/client.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { api } from '../../app/api.ts'
import { useMoneyCall } from '../../app/money/use-money-call.ts'
import { toastRefused } from '../../app/refused.tsx'
import { toast } from '../../ui/overlay.tsx'
import { useBonusSettled } from '../bonus/public.ts'
import type { Wallet } from '../wallet/public.ts'

type Answer = AnswerOf<'GET /api/refund/receive' | 'GET /api/refund/addWallet'>

const steps = {
  /** Claims the cashback of past days. */
  claim: { call: 'refund-claim', name: 'GET /api/refund/receive', done: 'refund.claimDone' },
  /** Moves what was claimed to the wallet. */
  move: { call: 'refund-move', name: 'GET /api/refund/addWallet', done: 'refund.moved' },
} as const

/**
 * One of the two steps of cashback. Success is a toast, failure a red one.
 * @param isSeen whether a view shows it; without one this asks in the background
 */
export function useRefund(wallet: Wallet, step: keyof typeof steps, isSeen: boolean) {
  const { t } = useTranslation()
  const { call, name, done } = steps[step]
  const notify = ({ amount }: Answer) =>
    toast('positive', t(done, { amount: formatMoney(amount, wallet.currency) }))
  const { send, sending, unsure } = useMoneyCall<object, Answer>(call, wallet.profile._id, {
    screen: isSeen ? { show: notify } : undefined,
    notify,
    refuse: toastRefused,
    unsureText: t('bonus.unsure'),
    settled: useBonusSettled(),
  })
  return {
    // Without values: everything that waits is taken, whatever it has grown to between two tries.
    send: () => send({}, (idempotencyKey) => api(name, { idempotencyKey })),
    sending,
    isUnsure: unsure.length > 0,
  }
}
