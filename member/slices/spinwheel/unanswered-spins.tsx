import type { Wallet } from '../wallet/public.ts'
import { useClaim } from './use-claim.ts'
import { useSpin } from './use-spin.ts'

/** Asks for the outcome of unanswered spins and claims and shows it by toasts; renders nothing itself. */
export default function UnansweredSpins({ wallet }: { wallet: Wallet }) {
  useSpin(wallet.profile._id)
  useClaim(wallet.profile._id)
  return null
}
