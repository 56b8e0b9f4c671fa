import { Deposit } from '../deposit/public.ts'
import { GameAccount } from '../game/public.ts'
import type { Pending } from '../wallet/public.ts'
import { Withdraw } from '../withdraw/public.ts'

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
