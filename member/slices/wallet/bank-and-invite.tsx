import { BankLine } from './bank-line.tsx'
import { InviteFigures } from './invite-figures.tsx'
import type { Wallet } from './wallet.ts'

/**
 * The last of the dashboard, below its first view: where withdrawals go, and what invited friends have
 * brought.
 */
export default function BankAndInvite({
  wallet,
  onRename,
  onReceive,
}: {
  wallet: Wallet | undefined
  onRename(): void
  onReceive(): void
}) {
  return (
    <>
      <BankLine account={wallet?.bankAccount} onRename={onRename} />
      <InviteFigures wallet={wallet} onReceive={onReceive} />
    </>
  )
}
