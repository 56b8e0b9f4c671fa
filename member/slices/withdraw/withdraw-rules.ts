import { type Currency, fromMinor, parseAmount, toMinor } from '@krapao/contract/money.ts'
import type { Wallet } from '../wallet/public.ts'

/**
 * The amounts that games can give to a withdrawal: less than the minimum transfer stays in its game (rules.md
 * §6.1).
 */
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

/**
 * The limits of a withdrawal, in baht or kip: the operator's, and everything the member has, games included.
 */
export interface Bounds {
  minimum: number
  maximum: number
  available: number
}

export type Problem = 'amount' | 'minimum' | 'maximum' | 'notEnough'

/**
 * The first thing that is wrong with a typed amount (product.md §5 has a message of its own for minimum and
 * maximum).
 */
export function problemOf(
  typed: string,
  { minimum, maximum, available }: Bounds,
  currency: Currency,
): Problem | undefined {
  const amount = parseAmount(typed, currency)
  if (amount === undefined) return typed.trim() === '' ? 'minimum' : 'amount'
  if (amount === 0 || toMinor(amount) < toMinor(minimum)) return 'minimum'
  if (toMinor(amount) > toMinor(maximum)) return 'maximum'
  if (toMinor(amount) > toMinor(available)) return 'notEnough'
  return undefined
}

/** The amount of "all": everything there is, up to the maximum of one withdrawal. */
export const allOf = ({ maximum, available }: Bounds): number => Math.min(maximum, available)

const steps = [100, 500, 1000, 5000, 10_000, 20_000, 50_000, 100_000, 500_000, 1_000_000]

/** Quick amounts that can be withdrawn now: three at most, from the minimum up. */
export const quickAmounts = ({ minimum, maximum, available }: Bounds): number[] =>
  steps.filter((step) => step >= minimum && step <= Math.min(maximum, available)).slice(0, 3)
