import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApiError, api } from '../../app/api.ts'
import { errorText } from '../../app/errors.ts'
import { Intents, newKey, verdictOf } from '../../app/intents.ts'
import { onSessionChange } from '../../app/session.ts'
import { formatMoney } from '../../ui/format.ts'
import { alert, toast } from '../../ui/overlay.tsx'
import { type Order, valuesOf } from './transfer-rules.ts'
import { useEndName } from './use-end-name.ts'
import { type Wallet, walletKey } from './wallet.ts'

const intents = new Intents(newKey)
onSessionChange(() => intents.clear())

/** What became of a transfer: arrived, or on its way. */
export interface Moved {
  status: 'SUCCESS' | 'PENDING'
  order: Order
}

/**
 * Sends transfers and says what became of them. `unsure`: the order nobody knows about; sending the same again checks
 * it. Refusals are shown as an alert here. Should the modal be closed before the answer, a toast brings it.
 * @param onMoved told of SUCCESS and PENDING while mounted
 */
export function useTransfer(wallet: Wallet, onMoved: (moved: Moved) => void) {
  const { t } = useTranslation()
  const nameOf = useEndName(wallet)
  const queries = useQueryClient()
  const [sending, setSending] = useState(false)
  const [unsure, setUnsure] = useState<Order>()
  const mounted = useRef(true)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])

  async function send(order: Order): Promise<void> {
    const pressed = document.activeElement
    setSending(true)
    let failure: unknown
    try {
      const moved = await move(order)
      intents.settle(valuesOf(order))
      setUnsure(undefined)
      if (mounted.current) onMoved(moved)
      else tell(moved)
    } catch (error) {
      failure = error
    }
    setSending(false)
    queries.invalidateQueries({ queryKey: walletKey })
    if (failure) await explain(failure, order)
    // A button loses the focus while it is busy.
    if (pressed instanceof HTMLElement && pressed.isConnected && document.activeElement === document.body) {
      pressed.focus()
    }
  }

  async function explain(failure: unknown, order: Order): Promise<void> {
    const verdict = verdictOf(failure)
    if (verdict === 'unknown') {
      setUnsure(order)
      if (!mounted.current) toast('neutral', t('wallet.unsure'))
      return
    }
    if (verdict === 'refused') {
      intents.settle(valuesOf(order))
      setUnsure(undefined)
    }
    // An ended session leads to the login page by itself.
    if ((failure as ApiError).status === 401) return
    await alert({ title: t('ui.error'), text: errorText(failure) })
  }

  /** Says by a toast what moved. */
  function tell({ status, order }: Moved): void {
    const values = { amount: formatMoney(order.amount, wallet.currency), to: nameOf(order.to) }
    if (status === 'SUCCESS') toast('positive', t('wallet.doneText', values))
    else toast('neutral', t('wallet.inTransitTo', values))
  }

  return { send, sending, unsure, tell }
}

/** Carries the order out, by the key of its intent. */
async function move(order: Order): Promise<Moved> {
  const { from, to, amount, all } = order
  const options = { idempotencyKey: intents.take(valuesOf(order)) }
  const answer = all
    ? await api('POST /api/wallet/transferAll', { to }, options)
    : await api('POST /api/wallet/transfer', { from, to, amount }, options)
  return { status: answer.status, order: { ...order, amount: answer.amount } }
}

/** Whether this is the order that nobody knows about. */
export const isSame = (a: Order | undefined, b: Order | undefined): boolean =>
  a !== undefined &&
  b !== undefined &&
  a.from === b.from &&
  a.to === b.to &&
  a.all === b.all &&
  (a.all || a.amount === b.amount)
