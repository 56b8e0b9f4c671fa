/** The wallet's exports for other parts of the server. */
export { bringHome } from './bring-home.ts'
export { pendingTransfers } from './pending-store.ts'
export { refreshGames, walletServices } from './refresh.ts'
export { walletOf } from './summary.ts'
export { transfer, transferAll } from './transfer.ts'
