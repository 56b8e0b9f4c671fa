import { fromMinor, toMinor } from '@krapao/contract/money.ts'
import type { ExpectedBonus, MemberCondition } from '@krapao/contract/slices/bonus/bonus.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { Note } from '@krapao/web/ui/states.tsx'
import { Lock } from 'lucide-react'
import { inAll, type Wallet } from '../wallet/public.ts'
import type { Bonus } from './bonus.ts'
import { endWords, totalWords } from './condition-words.ts'
import { requiredOf } from './required.ts'

/**
 * What taking money under a condition costs, before anything else about it: how much cannot be withdrawn
 * until when, with this member's figures, and the ways out.
 * @param credit of a bonus that a deposit brings: its least deposit is the example
 * @param isAsked in the question of a sheet that has said the rest, so that it is the figures only
 */
export function ConditionCost({
  condition,
  figures: { amount, required },
  wallet,
  credit,
  isAsked,
}: {
  condition: MemberCondition
  figures: ExpectedBonus
  wallet: Wallet
  credit?: Extract<Bonus['credit'], { kind: 'deposit' }>
  isAsked?: boolean
}) {
  const { t } = useTranslation()
  const money = (value: number) => formatMoney(value, wallet.currency)
  const { mode } = condition
  const total = inAll(wallet)
  const all = (sum: number) => totalWords(t, wallet.currency, sum, wallet.inTransit)

  function locks(): string {
    if (amount !== null && required !== null) {
      const locked = fromMinor(toMinor(total) + toMinor(amount))
      return t(`bonus.cost.${mode}`, {
        amount: money(amount),
        locked: all(locked),
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
      locked: all(total),
    })
  }

  return (
    <Note icon={<Lock className="mt-0.5 size-4.5 shrink-0" aria-hidden />}>
      <p className="text-base font-semibold">{locks()}</p>
      {!isAsked && (
        <ul className="mt-1.5 grid list-disc gap-1 pl-4">
          {endWords(t, condition).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
          {total > 0 && <li>{t('bonus.cost.withdraw')}</li>}
        </ul>
      )}
    </Note>
  )
}
