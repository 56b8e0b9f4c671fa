import { fromMinor, toMinor } from '@krapao/contract/money.ts'
import type { ExpectedBonus, MemberCondition } from '@krapao/contract/slices/bonus/bonus.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { Note } from '@krapao/web/ui/states.tsx'
import { Lock } from 'lucide-react'
import { inAll, type Wallet } from '../wallet/public.ts'
import type { Bonus } from './bonus.ts'
import { requiredOf } from './required.ts'

/**
 * What taking money under a condition costs, before anything else about it: how much cannot be withdrawn until when, with this
 * member's figures, and the ways out.
 * @param credit of a bonus that a deposit brings: its least deposit is the example
 */
export function ConditionCost({
  condition,
  figures: { amount, required },
  wallet,
  credit,
}: {
  condition: MemberCondition
  figures: ExpectedBonus
  wallet: Wallet
  credit?: Extract<Bonus['credit'], { kind: 'deposit' }>
}) {
  const { t } = useTranslation()
  const money = (value: number) => formatMoney(value, wallet.currency)
  const { mode, mayForfeit, days } = condition
  const total = inAll(wallet)

  function locks(): string {
    if (amount !== null && required !== null) {
      const locked = fromMinor(toMinor(total) + toMinor(amount))
      return t(`bonus.cost.${mode}`, {
        amount: money(amount),
        locked: money(locked),
        required: money(required),
      })
    }
    const deposit = credit?.minDeposit ?? 0
    const brought = Math.min(
      credit?.maxBonus ?? 0,
      fromMinor(Math.floor((toMinor(deposit) * (credit?.percent ?? 0)) / 100)),
    )
    const both = fromMinor(toMinor(deposit) + toMinor(brought))
    const example = {
      deposit: money(deposit),
      required: money(requiredOf(condition, { amount: both, total })),
    }
    const isBalance = mode === 'balance'
    if (total === 0) return t(isBalance ? 'bonus.cost.emptyBalance' : 'bonus.cost.emptyTurnover', example)
    return t(isBalance ? 'bonus.cost.depositBalance' : 'bonus.cost.depositTurnover', {
      ...example,
      locked: money(total),
    })
  }

  return (
    <Note icon={<Lock className="mt-0.5 size-4.5 shrink-0" aria-hidden />}>
      <p className="text-base font-semibold">{locks()}</p>
      <ul className="mt-1.5 grid list-disc gap-1 pl-4">
        {mayForfeit && <li>{t('bonus.cost.cancel')}</li>}
        <li>{t('bonus.cost.end', { count: days })}</li>
        {total > 0 && <li>{t('bonus.cost.withdraw')}</li>}
      </ul>
    </Note>
  )
}
