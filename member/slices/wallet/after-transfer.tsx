import type { TransferEnd } from '@krapao/contract/game.ts'
import { fromMinor, toMinor } from '@krapao/contract/money.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Order } from './transfer-rules.ts'
import { useEndName } from './use-end-name.ts'
import { balanceOf, type Wallet } from './wallet.ts'

/** Both balances after the transfer, shown before it is sent. */
export function AfterTransfer({ order, wallet }: { order: Order; wallet: Wallet }) {
  const { t } = useTranslation()
  const nameOf = useEndName(wallet)
  const line = (end: TransferEnd, sign: 1 | -1) => {
    const now = balanceOf(wallet, end)
    const then = fromMinor(toMinor(now) + sign * toMinor(order.amount))
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <dt className="text-sm">{nameOf(end)}</dt>
        <dd className="ml-auto flex flex-wrap items-center justify-end gap-x-1.5 text-sm">
          <span className="text-ink-soft">{formatMoney(now, wallet.currency)}</span>
          <ArrowRight className="size-4 text-ink-soft" aria-hidden />
          <span className="font-semibold">{formatMoney(then, wallet.currency)}</span>
        </dd>
      </div>
    )
  }
  return (
    <div className="rounded-2xl bg-sunken px-4 py-3">
      <p className="text-xs text-ink-soft">{t('wallet.after')}</p>
      <dl className="mt-1 grid gap-1">
        {line(order.from, -1)}
        {line(order.to, 1)}
      </dl>
    </div>
  )
}
