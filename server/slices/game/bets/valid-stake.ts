/**
 * Where a bet whose win equals its stake was won: reels return a stake, too. Elsewhere it is void or a draw.
 */
const returnsStakes = 'slot'

/**
 * The part of a settled bet's stake that was at risk, in minor units (rules.md §4.6): of a bet that is void,
 * or a draw, nothing was.
 */
export const validStake = ({
  product,
  stakeMinor,
  winMinor,
}: {
  product: string
  stakeMinor: number
  winMinor: number
}): number => (winMinor === stakeMinor && product !== returnsStakes ? 0 : stakeMinor)

/** SQL: the same of a row of `bets`. */
export const validStakeOfRow = `case when win_minor = stake_minor and product <> '${returnsStakes}' then 0 else stake_minor end`
