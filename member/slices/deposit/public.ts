// What other slices and the app may use of deposits.

import { lazyModal } from '../../frame/load/lazy-modal.tsx'

/** Pays in, and follows a deposit until it ends. */
export const Deposit = lazyModal(
  ['deposit', 'account', 'account/person', 'statement', 'wallet', 'game'],
  () => import('./deposit-modal.tsx'),
  'wallet.deposit',
)
