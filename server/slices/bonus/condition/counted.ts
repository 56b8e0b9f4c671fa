import type { StoredBet } from '../../game/public.ts'
import { type Credit, isPlacedBefore, playedWith } from './own-play.ts'

/**
 * What each of several bets is to a bonus (rules.md §7.2), without database, clock or network. All amounts in
 * minor units.
 */

export interface Counted {
  bet: StoredBet
  /** What it added to the turnover; 0 where the balance decides. */
  addedMinor: number
  /** Placed before the credit: all of it is the member's own, and it counts nothing. */
  isBefore: boolean
  /** The part of its stake that was own money from before the credit. */
  ownStakeMinor: number
}

/**
 * Bets in the order in which they are stored, each by the rules that add them up (`playedWith`).
 * @param isOwn play results from before the credit that were read after it
 */
export function sharesOf(
  credit: Credit,
  bets: readonly StoredBet[],
  isOwn: (bet: StoredBet) => boolean,
): Counted[] {
  let { ownOpenLeft } = credit
  return bets.map((bet) => {
    if (isOwn(bet)) return { bet, addedMinor: 0, isBefore: true, ownStakeMinor: bet.stakeMinor }
    const played = playedWith({ ...credit, ownOpenLeft }, [bet])
    const takenMinor = (ownOpenLeft[bet.game] ?? 0) - (played.ownOpenLeft[bet.game] ?? 0)
    ownOpenLeft = played.ownOpenLeft
    const isBefore = isPlacedBefore(bet, credit.creditedAt)
    const ownStakeMinor = isBefore ? bet.stakeMinor : takenMinor
    return { bet, addedMinor: played.turnoverMinor, isBefore, ownStakeMinor }
  })
}

/**
 * The same where the turnover has grown by another sum: a condition that is met stays met, and no turnover is
 * below nothing (`addPlay`). So corrections take back no more than there was to take, the last one the least.
 */
export function asAdded(counted: readonly Counted[], grownMinor: number): Counted[] {
  let keptMinor = grownMinor - counted.reduce((sum, { addedMinor }) => sum + addedMinor, 0)
  return counted
    .toReversed()
    .map(({ addedMinor, ...bet }) => {
      const leftMinor = Math.min(Math.max(0, keptMinor), Math.max(0, -addedMinor))
      keptMinor -= leftMinor
      return { ...bet, addedMinor: addedMinor + leftMinor }
    })
    .toReversed()
}
