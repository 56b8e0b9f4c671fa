import type { AnswerOf } from '@krapao/contract/client.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../frame/calls/api.ts'
import { toastRefused } from '../../../frame/calls/refused.tsx'
import { useMoneyCall } from '../../../frame/money/use-money-call.ts'
import { toast } from '../../../ui/overlay.tsx'
import { type Holder, pendingKey } from '../../wallet/public.ts'

interface Announced {
  /** Baht or kip. */
  amount: number
}

/**
 * Announces transfers that an operator confirms. `unsure`: the amounts whose outcome is unknown.
 * @param screen shows the deposit's id and amount; without it a toast does
 */
export function useAnnounce(
  wallet: Holder,
  screen?: { isAbout(amount: number): boolean; show(id: string, amount: number): void },
) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { send, unsure, ...rest } = useMoneyCall<Announced, AnswerOf<'POST /api/wallet/add'>>(
    'announcement',
    wallet.profile._id,
    {
      screen: screen && {
        isAbout: ({ amount }) => screen.isAbout(amount),
        show: ({ depositId }, { amount }) => screen.show(depositId, amount),
      },
      notify: () => toast('neutral', t('deposit.manual.announced')),
      refuse: (error, _, onScreen) => {
        if (!onScreen) toastRefused(error)
      },
      settled: () => queries.invalidateQueries({ queryKey: pendingKey }),
    },
  )
  return {
    ...rest,
    unsure: unsure.map(({ amount }) => amount),
    announce: (amount: number) =>
      send({ amount }, (idempotencyKey) => api('POST /api/wallet/add', { amount }, { idempotencyKey })),
  }
}
