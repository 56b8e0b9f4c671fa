/**
 * Where a bet whose win equals its stake was won: reels return a stake, too. Elsewhere it is void or a draw.
 */
const returnsStakes = 'slot'

/**
 * The part of a settled bet's stake that was at risk, in minor units (rules.md §4.6): what its provider says,
 * at most the stake. Where it says nothing, of a bet that is void, or a draw, nothing was.
 */
export const validStake = ({
  product,
  status,
  stakeMinor,
  winMinor,
  validStakeMinor,
}: {
  product: string
  status: 'settled' | 'void'
  stakeMinor: number
  winMinor: number
  /** As the provider says; null: it does not. */
  validStakeMinor: number | null
}): number => {
  if (status === 'void') return 0
  if (validStakeMinor !== null) return Math.min(validStakeMinor, stakeMinor)
  return winMinor === stakeMinor && product !== returnsStakes ? 0 : stakeMinor
}

/** SQL: the same of a row of `bets`; of a correction, by how much it changes. */
export const validStakeOfRow = `coalesce(valid_stake_minor,
  case when win_minor = stake_minor and product <> '${returnsStakes}' then 0 else stake_minor end)`
