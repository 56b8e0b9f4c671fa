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

interface Wanted {
  expected: ExpectedBonus
}
/** There is one request: everything that waits is received. */
const idOf = (): string => '{}'
type Received = AnswerOf<'GET /api/invite/bonus'>

/**
 * Receives the invite money. Success is a toast, failure a red one (product.md §8).
 * @param received called when it is in the wallet; without it this asks in the background
 */
export function useReceiveInvite(wallet: Wallet, received?: () => void) {
  const { t } = useTranslation()
  const notify = ({ amount }: Received) =>
    toast('positive', t('invite.receive.done', { amount: formatMoney(amount, wallet.currency) }))
  const { send, sending, unsure } = useMoneyCall<Wanted, Received, ExpectedBonus>(
    'invite',
    wallet.profile._id,
    {
      idOf,
      screen: received && {
        show(answer) {
          notify(answer)
          received()
        },
      },
      notify,
      refuse: toastRefused,
      unsureText: t('bonus.unsure'),
      settled: useBonusSettled(),
    },
  )
  const [unanswered] = unsure
  return {
    receive(next: Wanted) {
      // One without an answer was asked for with its own figures.
      const wanted = unanswered ?? next
      return send(wanted, (idempotencyKey) =>
        api('GET /api/invite/bonus', { expected: wanted.expected, idempotencyKey }),
      )
    },
    sending,
    isUnsure: unanswered !== undefined,
  }
}
