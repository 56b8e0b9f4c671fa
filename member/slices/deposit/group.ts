import type { Wallet } from '../wallet/public.ts'
import type { Accounts } from './accounts.ts'

/** What every group is given. */
export interface GroupProps {
  accounts: Accounts
  wallet: Wallet
  onClose(): void
  /** Of a QR code that is to be shown; what is chosen later outranks it. */
  gateway?: string | undefined
  /** To a game, the next step after a deposit; undefined where there is no way there. */
  onTransfer?: (() => void) | undefined
  /** While something runs that must not be left. */
  onLock(locked: boolean): void
}
