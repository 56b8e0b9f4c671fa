import type { Pending } from '../slices/wallet/public.ts'
import { Deposit, GameAccount, Withdraw } from './money-modals.ts'

/** The sheet of something that is under way, where it is followed to its end. */
export function PendingSheet({
  row,
  onClose,
  onTransfer,
}: {
  row: Pending
  onClose(): void
  /** The next step after a deposit; without it there is none. */
  onTransfer?: (() => void) | undefined
}) {
  if (row.kind === 'transfer') {
    return <GameAccount code={row.from === 'WALLET' ? row.to : row.from} onClose={onClose} />
  }
  if (row.kind === 'withdrawal') return <Withdraw followed={row} onClose={onClose} />
  return <Deposit followed={row} onClose={onClose} onTransfer={onTransfer} />
}
