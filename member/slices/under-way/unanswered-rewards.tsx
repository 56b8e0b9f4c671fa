import { useClear, useTake } from '../bonus/public.ts'
import { useReceiveInvite } from '../invite/public.ts'
import { useRefund } from '../refund/public.ts'
import type { Wallet } from '../wallet/public.ts'

/**
 * Asks for the outcome of unanswered requests about bonuses, promotions, invites and cashback, and shows it
 * by toasts; renders nothing itself.
 */
export default function UnansweredRewards({ wallet }: { wallet: Wallet }) {
  useTake(wallet, 'bonus')
  useClear(wallet)
  useTake(wallet, 'promotion')
  useReceiveInvite(wallet)
  useRefund(wallet, 'claim')
  useRefund(wallet, 'move')
  return null
}
