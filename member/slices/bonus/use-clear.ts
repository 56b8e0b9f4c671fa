import type { AnswerOf } from '@krapao/contract/client.ts'
import type { ExpectedClear } from '@krapao/contract/slices/bonus/bonus.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { api } from '../../frame/calls/api.ts'
import { refused } from '../../frame/calls/refused.tsx'
import { useMoneyCall } from '../../frame/money/use-money-call.ts'
import { alert, toast } from '../../ui/overlay.tsx'
import type { Wallet } from '../wallet/public.ts'
import { clearWords } from './clear-words.ts'
import { useBonusSettled } from './use-take.ts'

type Cleared = AnswerOf<'GET /api/bonus/clear'>
/** The bonus that is cancelled, so that the key of an unanswered request never ends the next one. */
interface Wanted {
  bonusId: string
  expected: ExpectedClear
}
const idOf = ({ bonusId }: Wanted): string => bonusId

/** Cancels the member's bonus; a refusal is an alert with a title of its own (product.md §8). */
export function useClear(wallet: Wallet, bonusId?: string) {
  const { t } = useTranslation()
  const settled = useBonusSettled()
  const { send, sending, unsure } = useMoneyCall<Wanted, Cleared, ExpectedClear>(
    'bonus-clear',
    wallet.profile._id,
    {
      idOf,
      screen: bonusId === undefined ? undefined : { isAbout: (one) => one.bonusId === bonusId, show: notify },
      notify,
      refuse(failure) {
        return alert({
          title: t('bonus.clearFailed'),
          text: refused(failure, clearWords({ t, wallet }, failure)),
        })
      },
      unsureText: t('bonus.unsure'),
      settled,
    },
  )

  function notify({ returned, kept }: Cleared): void {
    const money = (amount: number) => formatMoney(amount, wallet.currency)
    const text =
      returned > 0
        ? t('bonus.clearedAmounts', { returned: money(returned), kept: money(kept) })
        : t('bonus.cleared')
    toast('positive', text)
  }

  const unanswered = unsure.find((one) => one.bonusId === bonusId)
  return {
    clear(next: ExpectedClear) {
      // One without an answer was asked for with its own figures.
      const wanted = unanswered ?? { bonusId: next.bonusId, expected: next }
      return send(wanted, (idempotencyKey) =>
        api('GET /api/bonus/clear', { expected: wanted.expected, idempotencyKey }),
      )
    },
    sending,
    isUnsure: unanswered !== undefined,
  }
}
