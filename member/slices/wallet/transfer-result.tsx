import { type TransferEnd, walletEnd } from '@krapao/contract/game.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatMinute, formatMoney } from '@krapao/web/ui/format.ts'
import { ArrowRight, CircleCheck, Clock, Wallet as WalletIcon } from 'lucide-react'
import { useState } from 'react'
import { Outcome } from '../../ui/outcome.tsx'
import { useBalance } from './amount.tsx'
import { useEndName } from './use-end-name.ts'
import { useFreshWallet } from './use-fresh-wallet.ts'
import type { Moved } from './use-transfer.ts'
import { balanceOf, type Wallet } from './wallet.ts'

/** The outcome of a transfer: completed, with both balances; or under way and safe. */
export function TransferResult({
  moved: { status, order, transferId, inWallet },
  wallet,
}: {
  moved: Moved
  wallet: Wallet
}) {
  const { t } = useTranslation()
  const fresh = useFreshWallet()
  const [at] = useState(() => new Date())
  const nameOf = useEndName(wallet)
  const balance = useBalance(wallet.currency)
  const amount = formatMoney(order.amount, wallet.currency)
  const arrived = status === 'SUCCESS'
  const text = { amount, from: nameOf(order.from), to: nameOf(order.to) }
  const end = inWallet ? walletEnd : order.to
  return (
    <div className="grid grid-cols-1 gap-2 pb-2">
      <Outcome
        tone={arrived ? 'positive' : 'notice'}
        icon={arrived ? CircleCheck : Clock}
        amount={amount}
        between={
          <div className="flex max-w-full flex-wrap items-center justify-center gap-3 text-base font-semibold">
            <End end={order.from} name={nameOf(order.from)} wallet={wallet} />
            <ArrowRight className="size-5 text-ink-soft" aria-hidden />
            <End end={end} name={nameOf(end)} wallet={wallet} />
          </div>
        }
        text={
          inWallet ? t('wallet.viaWallet', text) : t(arrived ? 'wallet.doneText' : 'wallet.pendingText', text)
        }
        receipt={{
          id: transferId,
          lines: [
            ...(arrived
              ? [order.from, order.to].map(
                  (end) =>
                    [
                      t('wallet.balanceNow', { name: nameOf(end) }),
                      fresh && balance(balanceOf(fresh, end)),
                    ] as const,
                )
              : []),
            [t('ui.time'), formatMinute(at)],
          ],
        }}
      />
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
