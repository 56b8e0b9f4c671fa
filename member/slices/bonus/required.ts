import { fromMinor, percentOfUp, toMinor } from '@krapao/contract/money.ts'
import type { MemberCondition } from '@krapao/contract/slices/bonus/bonus.ts'

/** What turnover or total balance has to reach once an amount comes in beside a total (rules.md §7.2). */
export function requiredOf(
  { mode, percent, basis }: MemberCondition,
  { amount, total }: { amount: number; total: number },
): number {
  const ownMinor = mode === 'balance' ? toMinor(total) : 0
  if (basis === 'total') return fromMinor(percentOfUp(toMinor(amount) + ownMinor, percent))
  return fromMinor(ownMinor + percentOfUp(toMinor(amount), percent))
}
