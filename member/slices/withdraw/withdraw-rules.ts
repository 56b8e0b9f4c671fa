import { fromMinor, parseAmount, toMinor } from '@krapao/contract/money.ts'
import type { Wallet } from '../wallet/public.ts'

/** What games can give to a withdrawal: less than a transfer may move stays where it is (rules.md §6.1). */
export const inGamesOf = ({
  slots,
  transferMinimum,
}: {
  slots: Pick<Wallet['slots'][number], 'amount'>[]
  transferMinimum: number
}): number =>
  fromMinor(
    slots
      .filter(({ amount }) => amount >= transferMinimum)
      .reduce((sum, { amount }) => sum + toMinor(amount), 0),
  )

/** What a withdrawal may take, in baht or kip: the operator's limits, and all that can be had, games included. */
export interface Bounds {
  minimum: number
  maximum: number
  available: number
}

export type Problem = 'amount' | 'minimum' | 'maximum' | 'notEnough'

/** The first thing wrong with what a person typed (product.md §5: a message of its own for least and most). */
export function problemOf(typed: string, { minimum, maximum, available }: Bounds): Problem | undefined {
  const amount = parseAmount(typed)
  if (amount === undefined) return typed.trim() === '' ? 'minimum' : 'amount'
  if (amount === 0 || toMinor(amount) < toMinor(minimum)) return 'minimum'
  if (toMinor(amount) > toMinor(maximum)) return 'maximum'
  if (toMinor(amount) > toMinor(available)) return 'notEnough'
  return undefined
}

/** What "all" stands for: everything there is, as far as one withdrawal may take it. */
export const allOf = ({ maximum, available }: Bounds): number => Math.min(maximum, available)

const steps = [100, 500, 1000, 5000, 10_000, 20_000, 50_000, 100_000, 500_000, 1_000_000]

/** Quick amounts that can be withdrawn now: at most three, from the least one up. */
export const quickAmounts = ({ minimum, maximum, available }: Bounds): number[] =>
  steps.filter((step) => step >= minimum && step <= Math.min(maximum, available)).slice(0, 3)
