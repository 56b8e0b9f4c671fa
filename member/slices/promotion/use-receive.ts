import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { api } from '../../app/api.ts'
import { useMoneyCall } from '../../app/money/use-money-call.ts'
import { refused } from '../../app/refused.tsx'
import { alert } from '../../ui/overlay.tsx'
import { type OpenBonus, useBonusSettled, useShowTaken } from '../bonus/public.ts'
import type { Wallet } from '../wallet/public.ts'

interface Wanted {
  code: string
}
const idOf = ({ code }: Wanted): string => code

/**
 * Receives promotions. A refusal is shown as an alert, the outcome by a toast.
 * @param screen the view of one code, called when it was received; without it this asks in the background
 */
export function useReceivePromotion(wallet: Wallet, screen?: { code: string; received(): void }) {
  const { t } = useTranslation()
  const showTaken = useShowTaken()
  const { send, sending, unsure } = useMoneyCall<Wanted, OpenBonus>('promotion', wallet.profile._id, {
    idOf,
    screen: screen && {
      isAbout: ({ code }) => code === screen.code,
      show(bonus) {
        showTaken(bonus)
        screen.received()
      },
    },
    notify: showTaken,
    refuse: (failure) => alert({ title: t('ui.error'), text: refused(failure) }),
    unsureText: t('bonus.unsure'),
    settled: useBonusSettled(),
  })
  return {
    receive: (code: string) =>
      send({ code }, (idempotencyKey) =>
        api('GET /api/promotion/activate/:code', { params: { code } }, { idempotencyKey }),
      ),
    sending,
    isUnsure: unsure.some(({ code }) => code === screen?.code),
  }
}
