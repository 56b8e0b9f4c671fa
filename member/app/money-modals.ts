import { lazyModal } from './lazy.tsx'

/** The sheets in which money is moved and followed; each arrives with its texts when it is first opened. */

export const GameAccount = lazyModal(
  ['game', 'wallet'],
  () => import('../slices/game/game-account-modal.tsx'),
)
export const Transfer = lazyModal(['wallet', 'game'], () => import('../slices/wallet/transfer-modal.tsx'))
export const Deposit = lazyModal(
  ['deposit', 'account', 'statement', 'wallet'],
  () => import('../slices/deposit/deposit-modal.tsx'),
)
export const Withdraw = lazyModal(
  ['withdraw', 'wallet'],
  () => import('../slices/withdraw/withdraw-modal.tsx'),
)
