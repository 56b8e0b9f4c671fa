import { useTransfer } from './use-transfer.ts'
import type { Wallet } from './wallet.ts'

/** Asks for the outcome of unanswered transfers and shows it by toasts; renders nothing itself. */
export default function UnansweredTransfers({ wallet }: { wallet: Wallet }) {
  useTransfer(wallet)
  return null
}
