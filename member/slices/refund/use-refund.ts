import type { AnswerOf } from '@krapao/contract/client.ts'
import type { ExpectedBonus } from '@krapao/contract/slices/bonus/bonus.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { api } from '../../frame/calls/api.ts'
import { toastRefused } from '../../frame/calls/refused.tsx'
import { useMoneyCall } from '../../frame/money/use-money-call.ts'
import { toast } from '../../ui/overlay.tsx'
import { useBonusSettled } from '../bonus/public.ts'
import type { Wallet } from '../wallet/public.ts'

type Answer = AnswerOf<'GET /api/refund/receive' | 'GET /api/refund/addWallet'>

interface Expected {
  /** Claims the cashback of past days. */
  claim: { amount: number }
  /** Moves what was claimed to the wallet. */
  move: ExpectedBonus
}
type Step = keyof Expected

const steps = {
  claim: { call: 'refund-claim', name: 'GET /api/refund/receive', done: 'refund.claimDone' },
  move: { call: 'refund-move', name: 'GET /api/refund/addWallet', done: 'refund.moved' },
} as const

/** There is one request of a step: everything that waits is taken. */
const idOf = (): string => '{}'

/**
 * One of the two steps of cashback. A failure is a toast, and without a view success, too.
 * @param shown a view's own way to show what came, in baht or kip; without a view this asks in the background
 */
export function useRefund<S extends Step>(wallet: Wallet, step: S, shown?: (amount: number) => void) {
  const { t } = useTranslation()
  const { call, name, done } = steps[step]
  const notify = ({ amount }: Answer) =>
    toast('positive', t(done, { amount: formatMoney(amount, wallet.currency) }))
  const { send, sending, unsure } = useMoneyCall<{ expected: Expected[S] }, Answer, Expected[S]>(
    call,
    wallet.profile._id,
    {
      idOf,
      screen: shown && { show: ({ amount }) => shown(amount) },
      notify,
      refuse: toastRefused,
      unsureText: t('bonus.unsure'),
      settled: useBonusSettled(),
    },
  )
  const [unanswered] = unsure
  return {
    send(next: Expected[S]) {
      // One without an answer was asked for with its own figures.
      const wanted = unanswered ?? { expected: next }
      return send(wanted, (idempotencyKey) =>
        api(name as 'GET /api/refund/addWallet', {
          expected: wanted.expected as ExpectedBonus,
          idempotencyKey,
        }),
      )
    },
    sending,
    isUnsure: unanswered !== undefined,
  }
}
