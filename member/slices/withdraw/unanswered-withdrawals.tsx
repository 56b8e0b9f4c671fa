import type { Wallet } from '../wallet/public.ts'
import { useWithdraw } from './use-withdraw.ts'

/** Asks what became of withdrawals whose answer is not known, and tells it by a toast; shows nothing itself. */
export default function UnansweredWithdrawals({ wallet }: { wallet: Wallet }) {
  useWithdraw(wallet)
  return null
}
