import type { GameCode } from '@krapao/contract/game.ts'
import type { Currency } from '@krapao/contract/money.ts'

/**
 * A game provider. Amounts are minor units. `transferId` is ours, unique, and the provider's idempotency key. The
 * outcomes of moving money are kept apart (rules.md §4.3): only a definite answer counts.
 */
export interface GamePort {
  /**
   * Whether money may be sent to this provider: false from when its circuit opens until it has answered something
   * else, such as a balance; money is no probe. Ask before it is held: what is under way (`transfer` after a hold,
   * `transferStatus`) goes through in any case.
   */
  mayBegin(code: GameCode): boolean
  /**
   * Opens an account in a currency. The same username again answers with the same account. Throws when the provider
   * refuses or gives no definite answer.
   */
  openAccount(provider: GameProviderRef, username: string, currency: Currency): Promise<GameCredential>
  /** Throws when the provider refuses or gives no definite answer. */
  resetPassword(provider: GameProviderRef, username: string): Promise<GameCredential>
  /** Current balance; throws when the provider does not answer well within its time-out, at once while its circuit is open. */
  balance(provider: GameProviderRef, username: string): Promise<{ amountMinor: number }>
  /** Moves money into (`in`) or out of (`out`) the game account. Never throws. */
  transfer(provider: GameProviderRef, order: GameTransfer): Promise<GameTransferOutcome>
  /** The outcome of a transfer; `unknown-id` when the provider has never seen it. Never throws. */
  transferStatus(
    provider: GameProviderRef,
    transferId: string,
  ): Promise<GameTransferOutcome | { outcome: 'unknown-id' }>
  /** A link that enters the game, http or https. Throws when there is none. */
  loginLink(provider: GameProviderRef, credential: GameCredential): Promise<string>
}

/** What an adapter needs to know of a provider's registry row. */
export interface GameProviderRef {
  code: GameCode
  /** Seconds that one call may take. */
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

export type GameTransferOutcome =
  | { outcome: 'done' }
  /** A definite refusal: the provider has not moved the money and will not. */
  | { outcome: 'refused'; reason: string }
  /** Time-out, 5xx, garbage: nobody knows yet. */
  | { outcome: 'uncertain'; reason: string }
