import { useTransfer } from './use-transfer.ts'
import type { Wallet } from './wallet.ts'

/** Asks what became of transfers whose answer is not known, and tells it by a toast; shows nothing itself. */
export default function UnansweredTransfers({ wallet }: { wallet: Wallet }) {
  useTransfer(wallet)
  return null
}
