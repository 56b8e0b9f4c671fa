import type { Wallet } from '../wallet/public.ts'
import type { Accounts } from './accounts.ts'

/** What every group is given. */
export interface GroupProps {
  accounts: Accounts
  wallet: Wallet
  onClose(): void
  /** While something runs that must not be left. */
  onLock(locked: boolean): void
}
