/**
 * The terms that a member accepts with bonus money (rules.md §7.2). A copy of the terms is kept with each
 * bonus when it is credited, so that a later change of the campaign changes nothing for those who have it
 * already.
 */
export type Terms = TurnoverTerms | BalanceTerms

interface CommonTerms {
  /**
   * What its percentages are of: the deposit and the bonus; of a bonus that was offered before that was the
   * rule, the total balance just after the credit.
   */
  basis: 'credit' | 'total'
  /** The bonus has failed when the total balance is at or below this percentage of its basis. */
  percentFail: number
  /**
   * Most that the member may keep of bonus money and winnings when the condition is met, in minor units;
   * null: all of it. The member's own money does not count.
   */
  maxCashOutMinor: number | null
  /** Whether the member may give the bonus back before its condition is met. */
  mayForfeit: boolean
  /** Days after which an unmet bonus ends as if it were forfeited. */
  days: number
}

/** Met when the weighted stakes of settled bets have reached a multiple of deposit and bonus together. */
export interface TurnoverTerms extends CommonTerms {
  mode: 'turnover'
  /** In percent, so that it is whole: 500 is five times. */
  multiplePercent: number
  /** How much of a stake counts, in percent, by the product of the bet. */
  weights: Readonly<Record<string, number>>
  /** How much of a stake counts on products that `weights` does not name, in percent. */
  otherWeight: number
}

/** Met when the total balance has reached a percentage of the basis, and the own money beside it. */
export interface BalanceTerms extends CommonTerms {
  mode: 'balance'
  percentSuccess: number
}

/** A percentage of an amount in minor units, rounded down. Exact for every amount that the wire can carry. */
export const percentOf = (amountMinor: number, percent: number): number =>
  Number((BigInt(amountMinor) * BigInt(Math.round(percent * 100))) / 10_000n)

/**
 * The turnover that a settled bet adds: its stake by the weight of its product, minor units, rounded down.
 */
export const weightedStake = (
  { product, stakeMinor }: { product: string; stakeMinor: number },
  { weights, otherWeight }: Pick<TurnoverTerms, 'weights' | 'otherWeight'>,
): number =>
  percentOf(stakeMinor, (Object.hasOwn(weights, product) ? weights[product] : undefined) ?? otherWeight)

/** The deposit that brings a bonus, and the amount of that bonus. Amounts in minor units. */
export interface ByDeposit {
  minDepositMinor: number
  percent: number
  maxBonusMinor: number
}

/** The bonus that a deposit brings, rounded down; 0: it is too small. */
export const bonusOf = (
  { minDepositMinor, percent, maxBonusMinor }: ByDeposit,
  depositMinor: number,
): number => (depositMinor < minDepositMinor ? 0 : Math.min(maxBonusMinor, percentOf(depositMinor, percent)))
