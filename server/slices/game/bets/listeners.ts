import type { Tx } from '../../../platform/database.ts'
import { createListeners, type Listeners } from '../../../platform/listeners.ts'
import type { StoredBet } from './store.ts'

/**
 * Called with each batch of bets that is stored for the first time, in the transaction that stores it. When a
 * listener throws, no bet is stored, and the provider's bets are read again later. A listener may lock rows
 * of its own slice; it posts nothing, because bonuses lock the wallet before the member's bets
 * (`memberPlay`), and closes no day.
 */
export type BetListener = (tx: Tx, bets: StoredBet[]) => Promise<void>

export type BetListeners = Listeners<Parameters<BetListener>>
export const betListeners = (): BetListeners => createListeners()
