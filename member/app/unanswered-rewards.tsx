import { useActivate, useClear } from '../slices/bonus/public.ts'
import { useReceiveInvite } from '../slices/invite/public.ts'
import { useReceivePromotion } from '../slices/promotion/public.ts'
import { useRefund } from '../slices/refund/public.ts'
import type { Wallet } from '../slices/wallet/public.ts'

/**
 * Asks for the outcome of unanswered requests about bonuses, promotions, invites and cashback, and shows it by toasts;
 * renders nothing itself.
 */
export default function UnansweredRewards({ wallet }: { wallet: Wallet }) {
  useActivate(wallet)
  useClear(wallet)
  useReceivePromotion(wallet)
  useReceiveInvite(wallet)
  useRefund(wallet, 'claim', false)
  useRefund(wallet, 'move', false)
  return null
}
