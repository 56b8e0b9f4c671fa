import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { useMoneyCall } from '../../app/money/use-money-call.ts'
import { refused } from '../../app/refused.tsx'
import { alert, toast } from '../../ui/overlay.tsx'
import { type Wallet, walletKey } from '../wallet/public.ts'
import { bonusKey, type OpenBonus } from './bonus.ts'

interface Wanted {
  code: string
}
const idOf = ({ code }: Wanted): string => code

/**
 * Takes bonuses: arms them, or credits free ones at once. A refusal is shown as an alert, the outcome by a toast.
 * @param screen the view of one bonus, called when it was taken; without it this asks in the background
 */
export function useActivate(wallet: Wallet, screen?: { code: string; taken(): void }) {
  const { t } = useTranslation()
  const showTaken = useShowTaken()
  const settled = useBonusSettled()
  const { send, sending, unsure } = useMoneyCall<Wanted, OpenBonus>('bonus', wallet.profile._id, {
    idOf,
    screen: screen && {
      isAbout: ({ code }) => code === screen.code,
      show(bonus) {
        showTaken(bonus)
        screen.taken()
      },
    },
    notify: showTaken,
    refuse: (failure) => alert({ title: t('ui.error'), text: refused(failure) }),
    unsureText: t('bonus.unsure'),
    settled,
  })
  return {
    activate: (code: string) =>
      send({ code }, (idempotencyKey) =>
        api('GET /api/bonus/activate/:code', { params: { code } }, { idempotencyKey }),
      ),
    sending,
    isUnsure: unsure.some(({ code }) => code === screen?.code),
  }
}

/** Shows by a toast what was taken: what it waits for, or what is in the wallet. */
export function useShowTaken() {
  const { t } = useTranslation()
  return ({ byDeposit, progress, currency }: OpenBonus): void => {
    const text = byDeposit
      ? t('bonus.armed', { minimum: formatMoney(byDeposit.minDeposit, currency) })
      : t('bonus.credited', { amount: formatMoney(progress?.bonus ?? 0, currency) })
    toast('positive', text)
  }
}

/** Reloads what depends on the member's bonus. */
export function useBonusSettled() {
  const queries = useQueryClient()
  return (): void => {
    for (const queryKey of [bonusKey, walletKey, ['refund'], ['invite']]) {
      queries.invalidateQueries({ queryKey })
    }
  }
}
