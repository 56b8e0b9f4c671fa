import type { Holder } from '../wallet/public.ts'
import type { Accounts } from './accounts.ts'

/** The props of every group. */
export interface GroupProps {
  accounts: Accounts
  wallet: Holder
  onClose(): void
  /** The gateway of the QR code to show; a later choice takes precedence. */
  gateway?: string | undefined
  /** Opens a transfer to a game, the next step after a deposit; undefined if there is none. */
  onTransfer?: (() => void) | undefined
  /** Called with the id of the QR code or slip that is shown. */
  onShown(id: string | undefined): void
  /** Called with whether something is under way that must not be left. */
  onLock(locked: boolean): void
}
