import type { AnswerOf } from '@krapao/contract/client.ts'
import type { ExpectedBonus } from '@krapao/contract/slices/bonus/bonus.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../frame/calls/api.ts'
import { refused, toastRefused } from '../../frame/calls/refused.tsx'
import { useMoneyCall } from '../../frame/money/use-money-call.ts'
import { alert, toast } from '../../ui/overlay.tsx'
import { walletKey } from '../wallet/public.ts'
import { spinErrorText } from './spin-words.ts'
import { wheelKey } from './wheel.ts'

interface Wanted {
  /** The coupon's _id. */
  coupon: string
  /** Of its prize, for the message about the answer. */
  label: string
  expected: ExpectedBonus
}
type Claimed = AnswerOf<'POST /api/spinwheel/coupon/claim'>

/** An item is only requested; somebody sends it. */
const wordsOf = ({ state }: Extract<Claimed, { success: true }>) =>
  state === 'REQUESTED' ? ('spin.claim.requested' as const) : ('spin.claim.received' as const)

/** A coupon is claimed once, so the coupon alone names the request. */
const idOf = ({ coupon }: Wanted): string => coupon

/**
 * Claims coupons, and shows the outcomes in dialogs, or in toasts while there is no page for it. `unsure`:
 * the coupons whose outcome is unknown.
 * @param onAnswered called at each answer before its dialog opens; absent in the background
 */
export function useClaim(memberId: string, onAnswered?: () => void) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { send, sending, unsure } = useMoneyCall<Wanted, Claimed, ExpectedBonus>('coupon', memberId, {
    idOf,
    screen: onAnswered && {
      show(answer, { label }) {
        onAnswered()
        if (!answer.success) return alert({ title: t('ui.error'), text: spinErrorText(t, answer.error) })
        alert({ title: t('spin.claim.done'), text: t(wordsOf(answer), { label }) })
      },
    },
    notify(answer, { label }) {
      if (!answer.success) toast('negative', spinErrorText(t, answer.error))
      else toast(answer.state === 'REQUESTED' ? 'neutral' : 'positive', t(wordsOf(answer), { label }))
    },
    refuse(error, _, onScreen) {
      if (!onScreen) return toastRefused(error)
      onAnswered?.()
      return alert({ title: t('ui.error'), text: refused(error) })
    },
    unsureText: t('spin.claim.unsure'),
    settled() {
      queries.invalidateQueries({ queryKey: wheelKey })
      queries.invalidateQueries({ queryKey: walletKey })
    },
  })
  return {
    sending,
    unsure: unsure.map(idOf),
    claim(next: Wanted) {
      // One without an answer was asked for with its own figures.
      const { coupon, expected, label } = unsure.find((one) => one.coupon === next.coupon) ?? next
      return send({ coupon, expected, label }, (idempotencyKey) =>
        api('POST /api/spinwheel/coupon/claim', { coupon }, { expected, idempotencyKey }),
      )
    },
  }
}
