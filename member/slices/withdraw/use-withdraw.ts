import type { AnswerOf } from '@krapao/contract/client.ts'
import { ApiError } from '@krapao/web/api/client.ts'
import { newKey } from '@krapao/web/api/key.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { errorText } from '../../app/errors.ts'
import { verdictOf } from '../../app/intents.ts'
import { refused } from '../../app/refused.tsx'
import { alert, toast } from '../../ui/overlay.tsx'
import { type Wallet, walletKey } from '../wallet/public.ts'
import { openWithdrawal, useOpenWithdrawal } from './open-withdrawal.ts'

export type Withdrawn = AnswerOf<'POST /api/wallet/withdrawAll'>

/**
 * Sends withdrawals and says what became of them. Refusals are shown as an alert. Should the modal be closed before the
 * answer, a toast brings it.
 * @param onDone told of an accepted withdrawal while mounted
 */
export function useWithdraw(wallet: Wallet, onDone: (withdrawn: Withdrawn) => void) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const memberId = wallet.profile._id
  const open = useOpenWithdrawal(memberId)
  const mounted = useRef(true)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])

  async function send(amount: number): Promise<void> {
    const earlier = openWithdrawal.of(memberId)
    if (earlier?.asking) return
    const idempotencyKey = earlier?.idempotencyKey ?? newKey()
    const pressed = document.activeElement
    if (earlier) openWithdrawal.ask(memberId)
    else openWithdrawal.begin(memberId, { amount, idempotencyKey })
    let failure: unknown
    try {
      const withdrawn = await api(
        'POST /api/wallet/withdrawAll',
        { amount: earlier?.amount ?? amount },
        { idempotencyKey },
      )
      openWithdrawal.end(memberId)
      if (mounted.current) onDone(withdrawn)
      else toast('neutral', t('withdraw.toast', { amount: formatMoney(withdrawn.amount, wallet.currency) }))
    } catch (error) {
      failure = error
    }
    queries.invalidateQueries({ queryKey: walletKey })
    if (failure) await explain(failure, earlier !== undefined)
    // A button loses the focus while it is busy.
    if (pressed instanceof HTMLElement && pressed.isConnected && document.activeElement === document.body) {
      pressed.focus()
    }
  }

  async function explain(failure: unknown, again: boolean): Promise<void> {
    const verdict = verdictOf(failure)
    if (verdict === 'unknown' || (verdict === 'unasked' && again)) openWithdrawal.leave(memberId)
    else openWithdrawal.end(memberId)
    if (verdict === 'unknown') {
      if (!mounted.current) toast('neutral', t('withdraw.unsure'))
      else if (again) toast('neutral', t('ui.stillUnsure'))
      return
    }
    // An ended session leads to the login page by itself.
    if ((failure as ApiError).status === 401) return
    await alert({ title: t('ui.error'), text: refused(failure, refusalText(failure)) })
  }

  /** The server's words; amounts and games by name where it tells them. */
  function refusalText(failure: unknown): string {
    if (!(failure instanceof ApiError)) return errorText(failure)
    const { games, left, maximum, minimum } = failure.body
    const money = (value: unknown) => formatMoney(Number(value), wallet.currency)
    switch (failure.code) {
      case 'GAME_PENDING':
        return t('withdraw.gamePending', { games: namesOf(games, wallet) })
      case 'WITHDRAW_DAILY_SUM':
        return t('withdraw.dailySum', { maximum: money(maximum), left: money(left) })
      case 'WITHDRAW_DAILY_COUNT':
        return t('withdraw.dailyCount', { maximum: String(maximum) })
      case 'WITHDRAW_MINIMUM':
        return t('withdraw.errMinimum', { minimum: money(minimum) })
      case 'WITHDRAW_MAXIMUM':
        return t('withdraw.errMaximum', { maximum: money(maximum) })
      case 'MONEY_NOT_ENOUGH':
        return t('withdraw.lessByNow')
      case 'NO_BANK':
        return t('withdraw.noBank')
      default:
        return errorText(failure)
    }
  }

  return {
    send,
    sending: open?.asking === true,
    /** The one nobody knows about; sending it again asks. */
    unsure: open?.unsure ? open : undefined,
  }
}

function namesOf(codes: unknown, wallet: Wallet): string {
  const names = Array.isArray(codes)
    ? codes.map((code) => wallet.slots.find((slot) => slot.code === code)?.name ?? String(code))
    : []
  return names.join(', ')
}
