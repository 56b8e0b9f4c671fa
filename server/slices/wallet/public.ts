/** The wallet's exports for other parts of the server. */
export { bringHome } from './bring-home.ts'
export { listPendingTransfers } from './pending.ts'
export { refreshGames, walletServices } from './refresh.ts'
export { transfer, transferAll } from './transfer.ts'
