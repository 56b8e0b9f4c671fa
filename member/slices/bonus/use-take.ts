import type { ExpectedBonus } from '@krapao/contract/slices/bonus/bonus.ts'
import { ApiError } from '@krapao/web/api/client.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../frame/calls/api.ts'
import { errorText } from '../../frame/calls/errors.ts'
import { refused } from '../../frame/calls/refused.tsx'
import { useMoneyCall } from '../../frame/money/use-money-call.ts'
import { alert, toast } from '../../ui/overlay.tsx'
import { type Wallet, walletKey } from '../wallet/public.ts'
import { bonusKey, type OpenBonus } from './bonus.ts'

interface Wanted {
  code: string
  expected: ExpectedBonus
}
const idOf = ({ code }: Wanted): string => code

const calls = {
  bonus: 'GET /api/bonus/activate/:code',
  promotion: 'GET /api/promotion/activate/:code',
} as const

/**
 * Takes offers by their codes: a bonus is armed, or credited at once if it is free, and so is a promotion
 * code. A refusal is shown as an alert, the outcome by a toast.
 * @param screen the view of one offer, called when it was taken; without it this asks in the background
 */
export function useTake(wallet: Wallet, kind: keyof typeof calls, screen?: { code: string; taken(): void }) {
  const { t } = useTranslation()
  const showTaken = useShowTaken()
  const showRefused = useShowRefused(wallet)
  const { send, sending, unsure } = useMoneyCall<Wanted, OpenBonus, ExpectedBonus>(kind, wallet.profile._id, {
    idOf,
    screen: screen && {
      isAbout: ({ code }) => code === screen.code,
      show(bonus) {
        showTaken(bonus)
        screen.taken()
      },
    },
    notify: showTaken,
    refuse: (failure) => showRefused(failure, screen?.taken),
    unsureText: t('bonus.unsure'),
    settled: useBonusSettled(),
  })
  const unanswered = unsure.find(({ code }) => code === screen?.code)
  return {
    take(next: Wanted) {
      // One without an answer was asked for with its own figures.
      const wanted = unanswered ?? next
      const { code, expected } = wanted
      return send(wanted, (idempotencyKey) =>
        api(calls[kind], { params: { code } }, { expected, idempotencyKey }),
      )
    },
    sending,
    isUnsure: unanswered !== undefined,
  }
}

/** Shows by a toast what was taken: what it waits for, or what is in the wallet. */
function useShowTaken() {
  const { t } = useTranslation()
  return ({ byDeposit, progress, currency }: OpenBonus): void => {
    const text = byDeposit
      ? t('bonus.armed', { minimum: formatMoney(byDeposit.minDeposit, currency) })
      : t('bonus.credited', { amount: formatMoney(progress?.bonus ?? 0, currency) })
    toast('positive', text)
  }
}

/**
 * Shows why an offer was not taken. One that a person looks at first is then shown by the page (rules.md
 * §7.5).
 */
function useShowRefused({ currency }: Wallet) {
  const { t } = useTranslation()
  const settled = useBonusSettled()
  return async (failure: unknown, shown?: () => void): Promise<void> => {
    const isWaiting = failure instanceof ApiError && failure.code === 'BONUS_REVIEW'
    const { total, maximum } = failure instanceof ApiError ? failure.body : {}
    const isTooMuch = typeof total === 'number' && typeof maximum === 'number'
    const text = isTooMuch
      ? t('bonus.tooMuch', {
          total: formatMoney(total, currency),
          maximum: formatMoney(maximum, currency),
        })
      : undefined
    if (isWaiting) settled()
    await alert(
      isWaiting
        ? { title: t('bonus.review.state'), text: errorText(failure) }
        : { title: t('ui.error'), text: refused(failure, text) },
    )
    if (isWaiting) shown?.()
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
