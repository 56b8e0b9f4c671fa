import type { AnswerOf } from '@krapao/contract/client.ts'
import { walletEnd } from '@krapao/contract/game.ts'
import type { ApiError } from '@krapao/web/api/client.ts'
import { newKey } from '@krapao/web/api/key.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { answerOf, useAskAgain } from '../../app/ask-again.ts'
import { Intents, verdictOf } from '../../app/intents.ts'
import { refused } from '../../app/refused.tsx'
import { onSessionChange } from '../../app/session.ts'
import { alert, toast } from '../../ui/overlay.tsx'
import { type Order, valuesOf } from './transfer-rules.ts'
import { refusalText } from './transfer-words.ts'
import { useEndName } from './use-end-name.ts'
import { type Wallet, walletKey } from './wallet.ts'

const intents = new Intents(newKey)
onSessionChange(() => intents.clear())

/** What became of a transfer: arrived, or on its way. */
export interface Moved {
  status: 'SUCCESS' | 'PENDING'
  order: Order
  transferId: string
  /** Only the way into the wallet is under way: the second half of a transfer between games has to be sent anew. */
  inWallet: boolean
}

/**
 * Sends transfers and says what became of them. `unsure`: the order nobody knows about; sending the same again checks
 * it, and meanwhile the server is asked what it answered. Refusals are shown as an alert here. Should the modal be closed before the answer, a toast brings it.
 * @param onMoved told of SUCCESS and PENDING while mounted
 */
export function useTransfer(wallet: Wallet, onMoved: (moved: Moved) => void) {
  const { t } = useTranslation()
  const nameOf = useEndName(wallet)
  const queries = useQueryClient()
  const [sending, setSending] = useState(false)
  const [unsure, setUnsure] = useState<Order>()
  const busy = useRef(false)
  const mounted = useRef(true)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])

  async function send(order: Order): Promise<void> {
    const pressed = document.activeElement
    const again = isSame(unsure, order)
    busy.current = true
    setSending(true)
    let failure: unknown
    try {
      settle(await move(order), order)
    } catch (error) {
      failure = error
    }
    busy.current = false
    setSending(false)
    queries.invalidateQueries({ queryKey: walletKey })
    if (failure) await explain(failure, order, again)
    // A button loses the focus while it is busy.
    if (pressed instanceof HTMLElement && pressed.isConnected && document.activeElement === document.body) {
      pressed.focus()
    }
  }

  /** Takes in what the server answered to an order, whether it was sent or asked about. */
  function settle(moved: Moved, order: Order): void {
    intents.settle(valuesOf(order))
    setUnsure(undefined)
    if (mounted.current) onMoved(moved)
    else tell(moved)
  }

  useAskAgain(unsure, async (order) => {
    let failure: unknown
    try {
      const answer = await answerOf<TransferCall>(intents.take(valuesOf(order)))
      // One that is being sent brings its own answer.
      if (!answer || busy.current) return
      settle(movedBy(answer, order), order)
    } catch (error) {
      if (busy.current) return
      failure = error
    }
    queries.invalidateQueries({ queryKey: walletKey })
    if (failure) await explain(failure, order, true)
  })

  async function explain(failure: unknown, order: Order, again: boolean): Promise<void> {
    const verdict = verdictOf(failure)
    if (verdict === 'unknown') {
      setUnsure(order)
      if (!mounted.current) toast('neutral', t('wallet.unsure'))
      else if (again) toast('neutral', t('ui.stillUnsure'))
      return
    }
    if (verdict === 'refused') {
      intents.settle(valuesOf(order))
      setUnsure(undefined)
    }
    // An ended session leads to the login page by itself.
    if ((failure as ApiError).status === 401) return
    await alert({
      title: t('ui.error'),
      text: refused(failure, refusalText({ t, wallet, nameOf }, failure, order)),
    })
  }

  /** Says by a toast what moved. */
  function tell({ status, order, inWallet }: Moved): void {
    const [from, to] = [nameOf(order.from), nameOf(order.to)]
    const values = { amount: formatMoney(order.amount, wallet.currency), from, to }
    if (inWallet) toast('neutral', t('wallet.viaWallet', values))
    else if (status === 'SUCCESS') toast('positive', t('wallet.doneText', values))
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
  return movedBy(answer, order)
}

type TransferCall = 'POST /api/wallet/transfer' | 'POST /api/wallet/transferAll'

const movedBy = (answer: AnswerOf<TransferCall>, order: Order): Moved => ({
  status: answer.status,
  order: { ...order, amount: answer.amount },
  transferId: answer.transferId,
  inWallet: answer.arrivesAt === walletEnd && order.to !== walletEnd,
})

/** Whether this is the order that nobody knows about. */
export const isSame = (a: Order | undefined, b: Order | undefined): boolean =>
  a !== undefined &&
  b !== undefined &&
  a.from === b.from &&
  a.to === b.to &&
  a.all === b.all &&
  (a.all || a.amount === b.amount)
