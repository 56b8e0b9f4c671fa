import type { StoredBet } from '../../game/public.ts'
import { type Terms, weightedStake } from './terms.ts'

/**
 * What settled bets are to an active bonus (rules.md §7.2), without database, clock or network. All amounts
 * in minor units. A bet that was placed before the credit was placed with own money: its result is own money
 * won or lost, and its stake meets no condition.
 */

/** The facts of a bonus that decide. */
export interface Credit {
  creditedAt: Date
  terms: Terms
  /**
   * By the game's code, what of the money that was on bets at the credit is there still (`unsettledPlay`).
   */
  ownOpenLeft: Readonly<Record<string, number>>
}

/** What bets add to it. */
export interface Played {
  /** Valid stakes by weight; 0 where the balance decides. */
  turnoverMinor: number
  /** The result of own money that had been staked before: won (positive) or lost. */
  ownPlayMinor: number
  ownOpenLeft: Record<string, number>
}

/** Bets, or differences of corrections, in the order in which they are stored. */
export function playedWith({ creditedAt, terms, ownOpenLeft }: Credit, bets: readonly StoredBet[]): Played {
  const played: Played = { turnoverMinor: 0, ownPlayMinor: 0, ownOpenLeft: { ...ownOpenLeft } }
  for (const bet of bets) {
    const left = played.ownOpenLeft[bet.game] ?? 0
    const { ownPlayMinor, takenMinor, ownStakeMinor } = isPlacedBefore(bet, creditedAt)
      ? ofOwnMoney(bet, left)
      : ofBoth(bet, bet.placedAt ? 0 : Math.max(0, left))
    played.ownPlayMinor += ownPlayMinor
    if (takenMinor !== 0) played.ownOpenLeft[bet.game] = left - takenMinor
    if (ownStakeMinor === null || terms.mode !== 'turnover') continue
    const { product, stakeMinor, validStakeMinor } = bet
    const validMinor = validStakeMinor - shareOf(validStakeMinor, ownStakeMinor, stakeMinor)
    played.turnoverMinor += weightedStake({ product, stakeMinor: validMinor }, terms)
  }
  return played
}

/** What is not said to have been placed later was placed at the latest when it was settled. */
export const isPlacedBefore = (
  { placedAt, firstSettledAt }: Pick<StoredBet, 'placedAt' | 'firstSettledAt'>,
  creditedAt: Date,
): boolean => (placedAt ?? firstSettledAt) < creditedAt

/** `takenMinor`: of the money on bets; `ownStakeMinor`: of the stake, null: all of it, so nothing counts. */
interface Share {
  ownPlayMinor: number
  takenMinor: number
  ownStakeMinor: number | null
}

/**
 * A bet that was placed before. A win of which the balance was read before its bet was reported is in the
 * base already: `left` is negative then.
 */
function ofOwnMoney({ stakeMinor, winMinor }: StoredBet, left: number): Share {
  const resultMinor = winMinor - stakeMinor
  const knownMinor = Math.max(0, Math.min(resultMinor, -left))
  const takenMinor = left > 0 ? Math.max(0, Math.min(stakeMinor, left)) : -knownMinor
  return { ownPlayMinor: resultMinor - knownMinor, takenMinor, ownStakeMinor: null }
}

/** Where nobody says when a bet was placed, it uses up first what was staked before. */
function ofBoth({ stakeMinor, winMinor }: StoredBet, left: number): Share {
  const ownStakeMinor = Math.max(0, Math.min(stakeMinor, left))
  const ownPlayMinor = ownStakeMinor > 0 ? shareOf(winMinor, ownStakeMinor, stakeMinor) - ownStakeMinor : 0
  return { ownPlayMinor, takenMinor: ownStakeMinor, ownStakeMinor }
}

/** The share of an amount, rounded up: own money loses nothing by rounding. */
const shareOf = (amountMinor: number, partMinor: number, ofMinor: number): number =>
  partMinor === 0
    ? 0
    : Number((BigInt(amountMinor) * BigInt(partMinor) + BigInt(ofMinor - 1)) / BigInt(ofMinor))
