import type { Pending } from '../slices/wallet/public.ts'
import { Deposit, GameAccount, Withdraw } from './money-modals.ts'

/** The sheet in which something that is under way is followed until it ends. */
export function PendingSheet({
  row,
  onClose,
  onTransfer,
}: {
  row: Pending
  onClose(): void
  /** Opens the next step after a deposit; absent if there is none. */
  onTransfer?: (() => void) | undefined
}) {
  if (row.kind === 'transfer') {
    return <GameAccount code={row.from === 'WALLET' ? row.to : row.from} onClose={onClose} />
  }
  if (row.kind === 'withdrawal') return <Withdraw followed={row} onClose={onClose} />
  return <Deposit followed={row} onClose={onClose} onTransfer={onTransfer} />
}
