import { fromMinor, percentOfUp, toMinor } from '@krapao/contract/money.ts'
import type { MemberCondition } from '@krapao/contract/slices/bonus/bonus.ts'

/** What turnover or total balance has to reach once an amount comes in beside a total (rules.md §7.2). */
export function requiredOf(
  { mode, percent }: MemberCondition,
  { amount, total }: { amount: number; total: number },
): number {
  const minor = toMinor(amount) + (mode === 'balance' ? toMinor(total) : 0)
  return fromMinor(percentOfUp(minor, percent))
}
