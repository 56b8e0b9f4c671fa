// What other slices and the app may use of the wallet.

export { AllButton } from './all-button.tsx'
export { Amount, useBalance } from './amount.tsx'
export { BalanceBeside } from './balance-beside.tsx'
export { BalanceCard } from './balance-card.tsx'
export { FirstRows, footButton, rowsFoot } from './first-rows.tsx'
export { useLastAmount } from './last-amounts.ts'
export { NoBalanceCard } from './no-balance-card.tsx'
export {
  type Ended,
  type Pending,
  pendingKey,
  pendingQuery,
  useEnded,
  usePending,
  usePendingName,
  useUnderWay,
} from './pending.ts'
export { PendingList, PendingRow, StateLine } from './pending-list.tsx'
export { isRecent, readLastSync, useRefresh } from './refresh.ts'
export { RowLook } from './row-look.tsx'
export { TotalSpoken } from './total-spoken.tsx'
export { amountText, type Order, quickAmounts } from './transfer-rules.ts'
export { useAgreement } from './use-agreement.ts'
export { useFreshWallet } from './use-fresh-wallet.ts'
export { isSame, useTransfer } from './use-transfer.ts'
export {
  type GameAccount,
  type Holder,
  inAll,
  isEmpty,
  lastGame,
  staleGames,
  useWallet,
  type Wallet,
  walletKey,
  walletQuery,
} from './wallet.ts'
