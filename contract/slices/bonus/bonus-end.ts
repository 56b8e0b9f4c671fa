/**
 * How two people end an active bonus (rules.md §7.7). GIVE_BACK: bonus and winnings go back as in a forfeit,
 * own money stays. IN_FAVOUR: nothing is taken. No dependency: the browser uses this file too.
 */
export const bonusEndWays = ['GIVE_BACK', 'IN_FAVOUR'] as const
export type BonusEndWay = (typeof bonusEndWays)[number]
