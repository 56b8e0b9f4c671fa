import type { GameCode } from '@krapao/contract/game.ts'
import { type Currency, toMinor } from '@krapao/contract/money.ts'
import type { SettledBet as BetOnWire } from '@krapao/contract/slices/game/bets/report-bets.ts'
import type { Static } from 'typebox'
import { readInstant } from '../../platform/clock.ts'

/**
 * A game provider. Amounts are minor units. `transferId` is ours, unique, and the provider's idempotency key.
 * The outcomes of a transfer are distinguished (rules.md §4.3), because only a definite one ends it.
 */
export interface GamePort {
  /**
   * Whether money may be sent to this provider for a username: false after the circuit has opened, for
   * everybody or for this one, until it has answered another question such as one for a balance; and during a
   * pause that it has asked for. Ask this before money is held: calls for a transfer under way (`transfer`
   * after a hold, `transferStatus`) are sent in any case.
   */
  mayBegin(code: GameCode, username: string): boolean
  /**
   * Opens an account in a currency. The same username again returns the same account.
   * @throws if the provider refuses or gives no definite answer
   */
  openAccount(provider: GameProviderRef, username: string, currency: Currency): Promise<GameCredential>
  /** @throws if the provider refuses or gives no definite answer */
  resetPassword(provider: GameProviderRef, username: string): Promise<GameCredential>
  /**
   * Current balance. @throws if the provider does not answer correctly within its time-out, and at once while
   * its circuit is open
   */
  balance(provider: GameProviderRef, username: string): Promise<{ amountMinor: number }>
  /** Moves money into (`in`) or out of (`out`) the game account. Never throws. */
  transfer(provider: GameProviderRef, order: GameTransfer): Promise<GameTransferOutcome>
  /** The outcome of a transfer; `unknown-id` if the provider has never received it. Never throws. */
  transferStatus(
    provider: GameProviderRef,
    transferId: string,
  ): Promise<GameTransferOutcome | { outcome: 'unknown-id' }>
  /**
   * Settled bets after a cursor, in the provider's own order; the cursor '' is before the first bet. Bets
   * that are settled later come after those that were answered, never between them.
   * @throws if the provider does not answer well
   */
  bets(provider: GameProviderRef, from: { after: string; limit: number }): Promise<BetPage>
  /** A link that enters the game, http or https. @throws if there is none */
  loginLink(provider: GameProviderRef, credential: GameCredential): Promise<string>
}

/** The columns of a provider's registry row that an adapter needs. */
export interface GameProviderRef {
  code: GameCode
  /** The time-out of one call, in seconds. */
  timeoutSeconds: number
}

export interface GameCredential {
  username: string
  password: string
}

export interface GameTransfer {
  transferId: string
  username: string
  direction: 'in' | 'out'
  amountMinor: number
}

/**
 * `void`: the stake went back. `corrected`: the bet that `corrects` names is as this says from then on.
 */
export type BetStatus = 'settled' | 'void' | 'corrected'

/** A bet whose outcome is final, or a correction of one. */
export interface SettledBet {
  /** The provider's own, unique there. */
  id: string
  username: string
  /** The kind of game, by which turnover is weighted. */
  product: string
  stakeMinor: number
  winMinor: number
  /** Undefined: that of the game account. */
  currency: Currency | undefined
  /** Null: the provider does not say it. */
  placedAt: Date | null
  /** Of a correction: when it was made. */
  settledAt: Date
  status: BetStatus
  /** The part of the stake that was at risk; null: the provider does not say it. */
  validStakeMinor: number | null
  /** The id of the bet that a correction corrects; null: it is none. */
  corrects: string | null
}

/**
 * A bet as its provider says it, read. A void bet has won its stake.
 * @returns the name of the field that says nothing sensible, and why
 */
export function readBet({
  stake,
  win,
  validStake,
  placedAt: placed,
  settledAt: settled,
  status = 'settled',
  corrects,
  currency,
  ...bet
}: Static<typeof BetOnWire>): SettledBet | { field: string; reason: string } {
  const settledAt = readInstant(settled)
  if (!settledAt) return { field: 'settledAt', reason: 'no instant' }
  const placedAt = placed === undefined ? null : readInstant(placed)
  if (placedAt === undefined) return { field: 'placedAt', reason: 'no instant' }
  if ((status === 'corrected') !== (corrects !== undefined) || corrects === bet.id) {
    return { field: 'corrects', reason: 'names the bet that a correction corrects' }
  }
  const stakeMinor = toMinor(stake)
  return {
    ...bet,
    stakeMinor,
    winMinor: status === 'void' ? stakeMinor : toMinor(win),
    currency,
    placedAt,
    settledAt,
    status,
    validStakeMinor: validStake === undefined ? null : toMinor(validStake),
    corrects: corrects ?? null,
  }
}

export interface BetPage {
  bets: SettledBet[]
  /** The position after the last of them. */
  cursor: string
  /** Whether there are more behind it already. */
  hasMore: boolean
}

export type GameTransferOutcome =
  | { outcome: 'done' }
  /** A definite refusal: the provider has not moved the money and will not. */
  | { outcome: 'refused'; reason: string }
  /** Time-out, 5xx or invalid answer: the outcome is not known. */
  | { outcome: 'uncertain'; reason: string }
