/** What other parts of the server may ask of the wallet. */
export { bringHome } from './bring-home.ts'
export { listPendingTransfers } from './pending.ts'
export { refreshGames } from './refresh.ts'
export { transfer, transferAll } from './transfer.ts'
