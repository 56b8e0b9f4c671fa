/**
 * The kinds of a member's accounts in the ledger, besides those of each game (`game:PG`, `in-transit:PG`)
 * (rules.md §1.3).
 */
export const ownAccounts = ['wallet', 'withdrawing', 'invite', 'refund'] as const

/**
 * The kinds of the house's accounts in the ledger; some have a bank account’s number, or a gateway’s or
 * game’s code, behind a colon.
 */
export const houseAccounts = [
  'bank',
  'gateway',
  'gift',
  'payout',
  'provider',
  // money that arrived and belongs to nobody yet
  'suspense',
  'bonus',
  'prize',
  'adjustment',
] as const
type HouseAccountKind = (typeof houseAccounts)[number] | 'coin'
export type HouseAccountName = HouseAccountKind | `${HouseAccountKind}:${string}`
