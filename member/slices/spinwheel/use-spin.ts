import type { AnswerOf, SentBodyOf } from '@krapao/contract/client.ts'
import { newKey } from '@krapao/web/api/key.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { useIsMutating, useQueryClient } from '@tanstack/react-query'
import { api } from '../../frame/calls/api.ts'
import { toastRefused } from '../../frame/calls/refused.tsx'
import { moneyKey, useMoneyCall } from '../../frame/money/use-money-call.ts'
import { toast } from '../../ui/overlay.tsx'
import { spinErrorText } from './spin-words.ts'
import { type Prize, wheelKey } from './wheel.ts'

/** Two presses are two wishes, also of two tabs that spin with one seed. */
type Wanted = SentBodyOf<'POST /api/spinwheel/spin'> & { press: string }
type Spun = AnswerOf<'POST /api/spinwheel/spin'>

/** The wheel on the screen, as the answer of a spin moves it. */
export interface WheelScreen {
  land(prize: Prize): void
  /** The spin was answered, and gave nothing; or it was refused. The focus returns when this resolves. */
  fail(answer: Extract<Spun, { success: false }> | { refused: unknown }): Promise<void>
}

/**
 * Spins, one at a time. `unsure`: the spin whose outcome is unknown; while there is one, spinning asks about
 * it by its key, and takes no second coin.
 * @param screen shows the answers while mounted; without it toasts do
 */
export function useSpin(memberId: string, screen?: WheelScreen) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const {
    send,
    unsure: [unsure],
  } = useMoneyCall<Wanted, Spun>('spin', memberId, {
    screen: screen && {
      show: (answer) => {
        if (answer.success) screen.land(answer.result)
        else screen.fail(answer)
      },
    },
    notify(answer) {
      if (!answer.success) toast('negative', spinErrorText(t, answer.error))
      else
        toast('neutral', t(answer.result.prize === 'NONE' ? 'spin.toastNone' : 'spin.toast', answer.result))
    },
    refuse: (refused, _, onScreen) => {
      if (onScreen) return screen?.fail({ refused })
      toastRefused(refused)
    },
    unsureText: t('spin.unsure'),
    settled: () => queries.invalidateQueries({ queryKey: wheelKey }),
  })
  // This includes a spin that was sent before the page was left and opened again.
  const sending = useIsMutating({ mutationKey: moneyKey(memberId, 'spin') }) > 0

  async function spin(next: Omit<Wanted, 'press'>): Promise<void> {
    if (sending) return
    const wanted = unsure ?? { ...next, press: newKey() }
    const { press: _, ...body } = wanted
    await send(wanted, (idempotencyKey) => api('POST /api/spinwheel/spin', body, { idempotencyKey }))
  }

  return { spin, sending, unsure }
}
