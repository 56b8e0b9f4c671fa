import { lazyModal } from '../frame/load/lazy-modal.tsx'

/**
 * The modals in which members move money and follow it; each is loaded with its texts when it is first
 * opened.
 */

export const Transfer = lazyModal(
  ['wallet', 'game'],
  () => import('../slices/wallet/transfer-modal.tsx'),
  'wallet.transfer',
)
export const Invite = lazyModal(
  ['invite', 'bonus'],
  () => import('../slices/invite/invite-modal.tsx'),
  'wallet.inviteFriends',
)
export const ReceiveInvite = lazyModal(
  ['invite', 'bonus'],
  () => import('../slices/invite/receive-modal.tsx'),
  'wallet.under.asked.invite',
)
export const Refund = lazyModal(
  ['refund', 'bonus'],
  () => import('../slices/refund/refund-modal.tsx'),
  'wallet.refund',
)
