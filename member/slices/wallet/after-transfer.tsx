import type { TransferEnd } from '@krapao/contract/game.ts'
import { fromMinor, toMinor } from '@krapao/contract/money.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { ArrowRight } from 'lucide-react'
import { Amount } from './amount.tsx'
import type { Order } from './transfer-rules.ts'
import { useEndName } from './use-end-name.ts'
import { balanceOf, type Wallet } from './wallet.ts'

/**
 * Both balances after the transfer, shown before it is sent. Without an order the present ones, at the right
 * edge and in the same room, so that nothing moves when an amount is typed.
 */
export function AfterTransfer({
  order,
  from,
  to,
  wallet,
}: {
  order: Order | undefined
  from: TransferEnd | null
  to: TransferEnd | null
  wallet: Wallet
}) {
  const { t } = useTranslation()
  const nameOf = useEndName(wallet)
  const line = (end: TransferEnd | null, sign: 1 | -1) => {
    const now = end ? balanceOf(wallet, end) : 0
    const then = order ? fromMinor(toMinor(now) + sign * toMinor(order.amount)) : now
    const hidden = !order && 'invisible'
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <dt className="text-sm">{end ? nameOf(end) : t('wallet.none')}</dt>
        <dd className="ml-auto flex flex-wrap items-center justify-end gap-x-1.5 text-sm">
          <span className={cx('text-ink-soft', !order && 'order-last')}>
            {end ? <Amount text={formatMoney(now, wallet.currency)} isBare /> : '–'}
          </span>
          <ArrowRight className={cx('size-4 text-ink-soft', hidden)} aria-hidden />
          <span className={cx('font-semibold', hidden)} aria-hidden={!order}>
            <Amount text={formatMoney(then, wallet.currency)} isBare />
          </span>
        </dd>
      </div>
    )
  }
  return (
    <div className="rounded-2xl bg-sunken px-4 py-3">
      <p className="text-xs text-ink-soft">{t('wallet.after')}</p>
      <dl className="mt-1 grid gap-1">
        {line(from, -1)}
        {line(to, 1)}
      </dl>
    </div>
  )
}
