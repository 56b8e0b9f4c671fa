/** What accounts of money a member has in the ledger besides those of each game (`game:PG`, `in-transit:PG`) (rules.md §1.3). */
export const ownAccounts = ['wallet', 'withdrawing', 'invite', 'refund'] as const

/** What accounts of money the house has; some say behind a colon whose they are: a bank account’s number, a gateway’s or game’s code. */
export const houseAccounts = [
  'bank',
  'gateway',
  'gift',
  'payout',
  'provider',
  // money that arrived and is nobody's yet
  'suspense',
  'bonus',
  'prize',
  'adjustment',
] as const
type HouseAccountKind = (typeof houseAccounts)[number] | 'coin'
export type HouseAccountName = HouseAccountKind | `${HouseAccountKind}:${string}`
