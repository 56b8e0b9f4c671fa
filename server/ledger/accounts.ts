import type { HouseAccountName, ownAccounts } from '@krapao/contract/ledger-accounts.ts'

/** The chart of accounts (rules.md §1.3): account names are made and parsed here, nowhere else. */

type OwnName = (typeof ownAccounts)[number] | 'coin' | `${'game' | 'in-transit'}:${string}`

/** A member's accounts. The database refuses an entry that takes one below zero. */
export const own = {
  wallet: 'wallet',
  /** Held until the bank has paid a withdrawal. */
  withdrawing: 'withdrawing',
  invite: 'invite',
  /** Cashback that was claimed and is not in the wallet yet. */
  refund: 'refund',
  coin: 'coin',
  /** A member's balance at a game's provider. */
  game: (code: string) => `game:${code}`,
  /** Held between the wallet and a game. */
  inTransit: (code: string) => `in-transit:${code}`,
} as const satisfies Record<string, OwnName | ((code: string) => OwnName)>

/** The house's accounts. Money that came in from outside is negative there. */
export const house = {
  /** An account at a bank, by its number. */
  bank: (accountNo: string) => `bank:${accountNo}`,
  gateway: (code: string) => `gateway:${code}`,
  /** Money that arrived at a bank account or gateway and belongs to nobody yet. */
  suspense: (accountNoOrGateway: string) => `suspense:${accountNoOrGateway}`,
  gift: 'gift',
  payout: 'payout',
  /** Winnings and losses at a game's provider. */
  provider: (code: string) => `provider:${code}`,
  /** Bonuses, promotions and their forfeited winnings. */
  bonus: 'bonus',
  /**
   * Bonus money whose condition is not met yet. Each entry has its negative in `bonusEnded`: the two sum to
   * zero.
   */
  bonusRunning: 'bonus:running',
  bonusEnded: 'bonus:ended',
  /** Money that the wheel gave. */
  prize: 'prize',
  coin: 'coin',
} as const satisfies Record<string, HouseAccountName | ((of: string) => HouseAccountName)>

/**
 * Parses an account's name: `in-transit:PG` has the kind `in-transit` and the part `PG`; for `wallet`, `of`
 * is empty.
 */
export function partsOf(name: string): { kind: string; of: string } {
  const colon = name.indexOf(':')
  return colon < 0 ? { kind: name, of: '' } : { kind: name.slice(0, colon), of: name.slice(colon + 1) }
}
