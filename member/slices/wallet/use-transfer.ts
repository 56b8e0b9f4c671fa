import type { AnswerOf } from '@krapao/contract/client.ts'
import { walletEnd } from '@krapao/contract/game.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../frame/calls/api.ts'
import { refused } from '../../frame/calls/refused.tsx'
import { useMoneyCall } from '../../frame/money/use-money-call.ts'
import { alert, toast } from '../../ui/overlay.tsx'
import { type Order, valuesOf } from './transfer-rules.ts'
import { refusalText } from './transfer-words.ts'
import { useEndName } from './use-end-name.ts'
import { type Wallet, walletKey } from './wallet.ts'

type Answer = AnswerOf<'POST /api/wallet/transfer' | 'POST /api/wallet/transferAll'>

/** The outcome of a transfer: completed, or under way. */
export interface Moved {
  status: 'SUCCESS' | 'PENDING'
  order: Order
  transferId: string
  /**
   * Only the half into the wallet is under way: the second half of this transfer between games has to be sent
   * again.
   */
  inWallet: boolean
}

/**
 * Sends transfers and shows their outcomes. `unsure`: the orders whose outcome is unknown; sending one of
 * them again checks it. Refusals are shown as an alert. If the modal is closed before the answer, a toast
 * shows it.
 * @param screen shows SUCCESS and PENDING; without it toasts do
 */
export function useTransfer(
  wallet: Wallet,
  screen?: { isAbout(order: Order): boolean; show(moved: Moved): void },
) {
  const { t } = useTranslation()
  const nameOf = useEndName(wallet)
  const queries = useQueryClient()
  const [isChanged, setChanged] = useState(false)
  const { send, sending, unsure } = useMoneyCall<Order, Answer, { amount: number }>(
    'transfer',
    wallet.profile._id,
    {
      idOf: valuesOf,
      screen: screen && { ...screen, show: (answer, order) => screen.show(movedBy(answer, order)) },
      notify: (answer, order) => notify(movedBy(answer, order)),
      refuse: (failure, order) =>
        alert({
          title: t('ui.error'),
          text: refused(failure, refusalText({ t, wallet, nameOf }, failure, order)),
        }),
      unsureText: t('wallet.unsure'),
      settled: () => queries.invalidateQueries({ queryKey: walletKey }),
    },
  )

  /** Shows by a toast what was moved. */
  function notify({ status, order, inWallet }: Moved): void {
    const [from, to] = [nameOf(order.from), nameOf(order.to)]
    const values = { amount: formatMoney(order.amount, wallet.currency), from, to }
    if (inWallet) toast('neutral', t('wallet.viaWallet', values))
    else if (status === 'SUCCESS') toast('positive', t('wallet.doneText', values))
    else toast('neutral', t('wallet.inTransitTo', values))
  }

  return {
    async send(order: Order): Promise<void> {
      const { present } = await send(order, (key) => move(order, key))
      setChanged(present !== undefined)
    },
    sending,
    unsure,
    notify,
    /** The wallet was not what the last order of all of it said, so nothing was moved. */
    isChanged,
  }
}

function move({ from, to, amount, all }: Order, idempotencyKey: string): Promise<Answer> {
  return all
    ? api('POST /api/wallet/transferAll', { to }, { expected: { amount }, idempotencyKey })
    : api('POST /api/wallet/transfer', { from, to, amount }, { idempotencyKey })
}

const movedBy = (answer: Answer, order: Order): Moved => ({
  status: answer.status,
  order: { ...order, amount: answer.amount },
  transferId: answer.transferId,
  inWallet: answer.arrivesAt === walletEnd && order.to !== walletEnd,
})

/** Whether two orders are the same request. */
export const isSame = (a: Order | undefined, b: Order | undefined): boolean =>
  a !== undefined && b !== undefined && valuesOf(a) === valuesOf(b)
