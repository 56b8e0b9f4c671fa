import type { ExpectedBonus } from '@krapao/contract/slices/bonus/bonus.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { api } from '../../app/api.ts'
import { useMoneyCall } from '../../app/money/use-money-call.ts'
import { type OpenBonus, useBonusSettled, useShowRefused, useShowTaken } from '../bonus/public.ts'
import type { Wallet } from '../wallet/public.ts'

interface Wanted {
  code: string
  expected: ExpectedBonus
}
const idOf = ({ code }: Wanted): string => code

/**
 * Receives promotions. A refusal is shown as an alert, the outcome by a toast.
 * @param screen the view of one code, called when it was received; without it this asks in the background
 */
export function useReceivePromotion(wallet: Wallet, screen?: { code: string; received(): void }) {
  const { t } = useTranslation()
  const showTaken = useShowTaken()
  const showRefused = useShowRefused(wallet)
  const { send, sending, unsure } = useMoneyCall<Wanted, OpenBonus, ExpectedBonus>(
    'promotion',
    wallet.profile._id,
    {
      idOf,
      screen: screen && {
        isAbout: ({ code }) => code === screen.code,
        show(bonus) {
          showTaken(bonus)
          screen.received()
        },
      },
      notify: showTaken,
      refuse: (failure) => showRefused(failure, screen?.received),
      unsureText: t('bonus.unsure'),
      settled: useBonusSettled(),
    },
  )
  const unanswered = unsure.find(({ code }) => code === screen?.code)
  return {
    receive(next: Wanted) {
      // One without an answer was asked for with its own figures.
      const wanted = unanswered ?? next
      const { code, expected } = wanted
      return send(wanted, (idempotencyKey) =>
        api('GET /api/promotion/activate/:code', { params: { code } }, { expected, idempotencyKey }),
      )
    },
    sending,
    isUnsure: unanswered !== undefined,
  }
}
