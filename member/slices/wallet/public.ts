// What other slices and the app may use of the wallet.
export { amountText, type Order } from './transfer-rules.ts'
export { UnsureNote } from './unsure-note.tsx'
export { isSame, type Moved, useTransfer } from './use-transfer.ts'
export { type GameAccount, useWallet, type Wallet, walletKey } from './wallet.ts'
