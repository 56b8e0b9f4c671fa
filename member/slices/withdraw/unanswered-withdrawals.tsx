import type { Wallet } from '../wallet/public.ts'
import { useWithdraw } from './use-withdraw.ts'

/** Asks for the outcome of unanswered withdrawals and shows it by toasts; renders nothing itself. */
export default function UnansweredWithdrawals({ wallet }: { wallet: Wallet }) {
  useWithdraw(wallet)
  return null
}
