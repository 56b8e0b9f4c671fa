import type { AnswerOf } from '@krapao/contract/client.ts'
import { ApiError } from '@krapao/web/api/client.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { api } from '../../app/api.ts'
import { useMoneyCall } from '../../app/money/use-money-call.ts'
import { refused } from '../../app/refused.tsx'
import { alert, toast } from '../../ui/overlay.tsx'
import type { Wallet } from '../wallet/public.ts'
import { useBonusSettled } from './use-activate.ts'

type Cleared = AnswerOf<'GET /api/bonus/clear'>
/** The bonus that is cancelled, so that the key of an unanswered request never ends the next one. */
interface Wanted {
  bonusId: string
}
const idOf = ({ bonusId }: Wanted): string => bonusId

/** Cancels the member's bonus; a refusal is an alert with a title of its own (product.md §8). */
export function useClear(wallet: Wallet, bonusId?: string) {
  const { t } = useTranslation()
  const settled = useBonusSettled()
  const { send, sending, unsure } = useMoneyCall<Wanted, Cleared>('bonus-clear', wallet.profile._id, {
    idOf,
    screen: bonusId === undefined ? undefined : { isAbout: (one) => one.bonusId === bonusId, show: notify },
    notify,
    refuse(failure) {
      const text =
        failure instanceof ApiError && failure.code === 'GAME_PENDING' ? t('bonus.clearPending') : undefined
      return alert({ title: t('bonus.clearFailed'), text: refused(failure, text) })
    },
    unsureText: t('bonus.unsure'),
    settled,
  })

  function notify({ returned, kept }: Cleared): void {
    const money = (amount: number) => formatMoney(amount, wallet.currency)
    const text =
      returned > 0
        ? t('bonus.clearedAmounts', { returned: money(returned), kept: money(kept) })
        : t('bonus.cleared')
    toast('positive', text)
  }

  return {
    clear: (bonusId: string) =>
      send({ bonusId }, (idempotencyKey) => api('GET /api/bonus/clear', { idempotencyKey })),
    sending,
    isUnsure: unsure.some((one) => one.bonusId === bonusId),
  }
}
