import type { AnswerOf } from '@krapao/contract/client.ts'
import type { ExpectedClear } from '@krapao/contract/slices/bonus/bonus.ts'
import { ApiError } from '@krapao/web/api/client.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { api } from '../../app/api.ts'
import { useMoneyCall } from '../../app/money/use-money-call.ts'
import { refused } from '../../app/refused.tsx'
import { alert, toast } from '../../ui/overlay.tsx'
import type { Wallet } from '../wallet/public.ts'
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
        return alert({ title: t('bonus.clearFailed'), text: refused(failure, textOf(failure)) })
      },
      unsureText: t('bonus.unsure'),
      settled,
    },
  )

  /**
   * In the words of this question, where the general text of the code would leave its figures out. Where money has come home
   * nevertheless, it says so first: the member would look for it in the game.
   */
  function textOf(failure: unknown): string | undefined {
    if (!(failure instanceof ApiError)) return undefined
    const isHome = failure.body.home !== undefined
    if (failure.code === 'FIGURES_CHANGED') return t(isHome ? 'bonus.changedHome' : 'bonus.changed')
    const text = reasonOf(failure)
    return isHome && text !== undefined ? `${t('bonus.cameHome')} ${text}` : text
  }

  function reasonOf({ code, body }: ApiError): string | undefined {
    if (code === 'GAME_PENDING') return t('bonus.clearPending')
    if (code === 'NO_DATA') return t('bonus.ended')
    if (code !== 'BONUS_REMAINING') return undefined
    const money = (amount: unknown) => formatMoney(typeof amount === 'number' ? amount : 0, wallet.currency)
    return t('bonus.cannotCancelText', { floor: money(body.floor), total: money(body.total) })
  }

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
