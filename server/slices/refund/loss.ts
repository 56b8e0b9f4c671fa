import { percentOf } from '../bonus/public.ts'

/**
 * A percentage of what was lost on a Bangkok day, as invites and cashback give it (rules.md §9, §10), without
 * database, clock or network. All amounts in minor units.
 */

export interface LossTerms {
  percent: number
  /** Least that is paid; below it nothing is. */
  minMinor: number
  /** Most that one day brings. */
  maxMinor: number
}

/** Stakes and wins of settled bets. */
export interface Sum {
  stakeMinor: number
  winMinor: number
}

export const sumOf = (sums: readonly Sum[]): Sum => ({
  stakeMinor: sums.reduce((all, { stakeMinor }) => all + stakeMinor, 0),
  winMinor: sums.reduce((all, { winMinor }) => all + winMinor, 0),
})

/** The loss; negative: won. */
export const lossOf = ({ stakeMinor, winMinor }: Sum): number => stakeMinor - winMinor

/**
 * The money of a day: its share of the loss, rounded down, at most the maximum. A day that was won brings
 * nothing.
 */
export const shareOfLoss = (lossMinor: number, { percent, maxMinor }: Omit<LossTerms, 'minMinor'>): number =>
  lossMinor > 0 ? Math.min(maxMinor, percentOf(lossMinor, percent)) : 0

/** The part of an amount that is paid: all of it, or nothing where it is below the minimum. */
export const fromMinimum = (amountMinor: number, { minMinor }: Pick<LossTerms, 'minMinor'>): number =>
  amountMinor >= minMinor ? amountMinor : 0

/**
 * The loss of a day that was made while a bonus was active; a win with a bonus lessens the loss as any win.
 */
export const bonusLossOf = (bonusFunded: Sum | null | undefined): number =>
  Math.max(0, bonusFunded ? lossOf(bonusFunded) : 0)

/**
 * The loss of a day without bonus bets: what was lost with a bonus is no loss of the member's own. Negative:
 * won.
 */
export const countedLoss = (all: Sum, bonusFunded: Sum | null | undefined): number =>
  lossOf(all) - bonusLossOf(bonusFunded)
