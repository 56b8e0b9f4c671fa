import type { AnswerOf } from '@krapao/contract/client.ts'
import { brand } from '@krapao/web/brand/brand.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../frame/calls/api.ts'
import { toastRefused } from '../../../frame/calls/refused.tsx'
import { useMoneyCall } from '../../../frame/money/use-money-call.ts'
import { toast } from '../../../ui/overlay.tsx'
import { type Holder, walletKey } from '../../wallet/public.ts'
import { digestOf, encrypt } from './cipher.ts'

export type GiftAnswer = AnswerOf<'POST /api/wallet/truelink'>

/** A gift link is as good as its money, so the device stores only its digest. */
interface Redeemed {
  digest: string
}

/**
 * Redeems gift links and shows each outcome by a toast. `unsure`: digests of the links whose outcome is
 * unknown.
 * @param screen shows answers and refusals as well
 */
export function useGift(
  wallet: Holder,
  screen?: { isAbout(digest: string): boolean; show(answer: GiftAnswer): void },
) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  function notify({ status, amount }: GiftAnswer): void {
    if (status !== 'SUCCESS') toast('neutral', t('deposit.gift.checking'))
    else toast('positive', t('deposit.gift.sent', { amount: formatMoney(amount ?? 0, wallet.currency) }))
  }
  const { send, unsure, ...rest } = useMoneyCall<Redeemed, GiftAnswer>('gift', wallet.profile._id, {
    screen: screen && {
      isAbout: ({ digest }) => screen.isAbout(digest),
      show(answer) {
        notify(answer)
        screen.show(answer)
      },
    },
    notify,
    refuse: (error, _, onScreen) => {
      if (!onScreen) toastRefused(error)
    },
    settled: () => queries.invalidateQueries({ queryKey: walletKey }),
  })
  return {
    ...rest,
    unsure: unsure.map(({ digest }) => digest),
    /** @param plain link and receiver (rules.md §16) */
    redeem: async (plain: string) =>
      send({ digest: await digestOf(plain) }, async (idempotencyKey) => {
        const link = await encrypt(plain, brand.truelinkSecret, idempotencyKey)
        return api('POST /api/wallet/truelink', { link }, { idempotencyKey })
      }),
  }
}
