import { type TransferEnd, walletEnd } from '@krapao/contract/game.ts'
import { ArrowRight, CircleCheck, Clock, Wallet as WalletIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../ui/format.ts'
import { useEndName } from './use-end-name.ts'
import type { Moved } from './use-transfer.ts'
import type { Wallet } from './wallet.ts'

/** What became of a transfer: arrived, or on its way and safe. */
export function TransferResult({ moved: { status, order }, wallet }: { moved: Moved; wallet: Wallet }) {
  const { t } = useTranslation()
  const nameOf = useEndName(wallet)
  const amount = formatMoney(order.amount, wallet.currency)
  const arrived = status === 'SUCCESS'
  const text = { amount, to: nameOf(order.to) }
  return (
    <div role="status" className="grid justify-items-center gap-3 pt-4 pb-2 text-center">
      {arrived ? (
        <CircleCheck className="size-14 text-positive" strokeWidth={1.5} aria-hidden />
      ) : (
        <Clock className="size-14 text-notice" strokeWidth={1.5} aria-hidden />
      )}
      <p className="text-2xl font-bold">{amount}</p>
      <div className="flex max-w-full flex-wrap items-center justify-center gap-3 text-base font-semibold">
        <End end={order.from} name={nameOf(order.from)} wallet={wallet} />
        <ArrowRight className="size-5 text-ink-soft" aria-hidden />
        <End end={order.to} name={nameOf(order.to)} wallet={wallet} />
      </div>
      <p className="max-w-sm text-base text-ink-soft">
        {arrived ? t('wallet.doneText', text) : t('wallet.pendingText', text)}
      </p>
    </div>
  )
}

function End({ end, name, wallet }: { end: TransferEnd; name: string; wallet: Wallet }) {
  const logo = wallet.slots.find((slot) => slot.code === end)?.logo
  return (
    <span className="flex items-center gap-2">
      {end === walletEnd || !logo ? (
        <WalletIcon className="size-6 text-link" aria-hidden />
      ) : (
        <img src={logo} alt="" width={32} height={32} className="size-8" />
      )}
      {name}
    </span>
  )
}
