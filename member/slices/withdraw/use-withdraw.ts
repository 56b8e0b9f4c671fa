import type { AnswerOf } from '@krapao/contract/client.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api } from '../../app/api.ts'
import { errorText } from '../../app/errors.ts'
import { Intents, newKey, verdictOf } from '../../app/intents.ts'
import { onSessionChange } from '../../app/session.ts'
import { formatMoney } from '../../ui/format.ts'
import { alert, toast } from '../../ui/overlay.tsx'
import { type Wallet, walletKey } from '../wallet/public.ts'

export type Withdrawn = AnswerOf<'POST /api/wallet/withdrawAll'>

/** By amount. */
const intents = new Intents(newKey)
onSessionChange(() => intents.clear())

/**
 * Sends withdrawals and says what became of them. `unsure`: the amount of the one nobody knows about; sending the same
 * again checks it. Refusals are shown as an alert. Should the modal be closed before the answer, a toast brings it.
 * @param onDone told of an accepted withdrawal while mounted
 */
export function useWithdraw(wallet: Wallet, onDone: (withdrawn: Withdrawn) => void) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [sending, setSending] = useState(false)
  const [unsure, setUnsure] = useState<number>()
  const mounted = useRef(true)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])

  async function send(amount: number): Promise<void> {
    const pressed = document.activeElement
    setSending(true)
    let failure: unknown
    try {
      const withdrawn = await api(
        'POST /api/wallet/withdrawAll',
        { amount },
        { idempotencyKey: intents.take(String(amount)) },
      )
      intents.settle(String(amount))
      setUnsure(undefined)
      if (mounted.current) onDone(withdrawn)
      else toast('neutral', t('withdraw.toast', { amount: formatMoney(amount, wallet.currency) }))
    } catch (error) {
      failure = error
    }
    setSending(false)
    queries.invalidateQueries({ queryKey: walletKey })
    if (failure) await explain(failure, amount)
    // A button loses the focus while it is busy.
    if (pressed instanceof HTMLElement && pressed.isConnected && document.activeElement === document.body) {
      pressed.focus()
    }
  }

  async function explain(failure: unknown, amount: number): Promise<void> {
    const verdict = verdictOf(failure)
    if (verdict === 'unknown') {
      setUnsure(amount)
      if (!mounted.current) toast('neutral', t('withdraw.unsure'))
      return
    }
    if (verdict === 'refused') {
      intents.settle(String(amount))
      setUnsure(undefined)
    }
    // An ended session leads to the login page by itself.
    if ((failure as ApiError).status === 401) return
    await alert({ title: t('ui.error'), text: refusalText(failure) })
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
      default:
        return errorText(failure)
    }
  }

  return { send, sending, unsure }
}

function namesOf(codes: unknown, wallet: Wallet): string {
  const names = Array.isArray(codes)
    ? codes.map((code) => wallet.slots.find((slot) => slot.code === code)?.name ?? String(code))
    : []
  return names.join(', ')
}
