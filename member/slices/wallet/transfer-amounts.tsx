import type { TransferEnd } from '@krapao/contract/game.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { QuickAmounts } from '../../ui/quick-amounts.tsx'
import { useLastAmount } from './last-amounts.ts'
import { amountText, problemOf, quickAmounts } from './transfer-rules.ts'
import { balanceOf, type Wallet } from './wallet.ts'

/** Amounts to choose for a transfer; first what moved between the same ends the last time. */
export function TransferAmounts({
  wallet,
  from,
  to,
  chosen,
  disabled,
  onPick,
}: {
  wallet: Wallet
  from: TransferEnd | null
  to: TransferEnd | null
  chosen: number | undefined
  disabled: boolean
  onPick(amount: string): void
}) {
  const { t } = useTranslation()
  const { transferMinimum, currency } = wallet
  const there = (end: TransferEnd) => balanceOf(wallet, end)
  const last = useLastAmount(
    ({ transfers }) => transfers.find((one) => one.from === from && one.to === to)?.amount,
    (amount) =>
      problemOf({ from, to, amount: amountText(amount, currency) }, there, transferMinimum, currency) ===
      undefined,
  )
  return (
    <QuickAmounts
      label={t('wallet.quick')}
      amounts={quickAmounts(transferMinimum, from ? there(from) : 0, currency)}
      value={chosen}
      currency={currency}
      disabled={disabled}
      last={last}
      onPick={(amount) => onPick(amountText(amount, currency))}
    />
  )
}
