// What other slices and the app may use of withdrawals.

import { lazyModal } from '../../frame/load/lazy-modal.tsx'

/** Pays out, and follows a withdrawal until it ends. */
export const Withdraw = lazyModal(
  ['withdraw', 'wallet', 'bonus'],
  () => import('./withdraw-modal.tsx'),
  'wallet.withdraw',
)
