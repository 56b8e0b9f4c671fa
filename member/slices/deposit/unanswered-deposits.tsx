import type { Wallet } from '../wallet/public.ts'
import { useGift } from './gift/use-gift.ts'
import { useAnnounce } from './manual/use-announce.ts'
import { useCreateQr } from './qr/use-create-qr.ts'

/**
 * Asks for the outcome of unanswered codes, gifts and announcements and shows it by toasts; renders nothing
 * itself.
 */
export default function UnansweredDeposits({ wallet }: { wallet: Wallet }) {
  useCreateQr(wallet)
  useGift(wallet)
  useAnnounce(wallet)
  return null
}
