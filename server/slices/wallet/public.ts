import { readingServices } from './refresh.ts'
import type { OpenBonusFinder } from './summary.ts'

/** The wallet's exports for other parts of the server. */
export { bringHome } from './bring-home.ts'
export { inTransitOf } from './in-transit.ts'
export { pendingTransfers } from './pending-store.ts'
export { type GamesListener, onGamesRead, refreshGames } from './refresh.ts'
export { waitingTransfers } from './review-store.ts'
export { type OpenBonusFinder, walletOf } from './summary.ts'
export { transfer, transferAll } from './transfer.ts'

/**
 * Things of this slice that are made once.
 * @param findOpenBonus of the slice of bonuses, which knows the wallet and is not known to it
 */
export const walletServices = (findOpenBonus: OpenBonusFinder) => ({ ...readingServices(), findOpenBonus })
