import type { Wallet } from '../wallet/public.ts'
import { useGift } from './gift/use-gift.ts'
import { useAnnounce } from './manual/use-announce.ts'
import { useCreateQr } from './qr/use-create-qr.ts'

/** Asks what became of codes, gifts and announcements whose answer is not known, and tells it; shows nothing itself. */
export default function UnansweredDeposits({ wallet }: { wallet: Wallet }) {
  useCreateQr(wallet)
  useGift(wallet)
  useAnnounce(wallet)
  return null
}
