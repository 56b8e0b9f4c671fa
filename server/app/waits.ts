import type { Waits } from '../desk/items.ts'
import { waitingReviews } from '../slices/bonus/review-store.ts'
import { waitingVersions } from '../slices/campaign/store.ts'
import { waitingAnnouncements, waitingGifts, waitingReports, waitingSlips } from '../slices/deposit/public.ts'
import { waitingReversals } from '../slices/desk/reversal-store.ts'
import { waitingBets } from '../slices/game/public.ts'
import { waitingPrizes } from '../slices/spinwheel/coupon-store.ts'
import { waitingTransfers } from '../slices/wallet/review-store.ts'
import { waitingIn } from '../slices/withdraw/store.ts'

/** What waits in each queue of the desk, for proofs without a running server; a test compares it with the server's queues. */
export const waits: Waits[] = [
  { name: 'slip', waiting: [waitingSlips] },
  { name: 'manual-deposit', waiting: [waitingAnnouncements] },
  { name: 'bank-transfer', waiting: [waitingReports('waiting', 'transfer')] },
  { name: 'bank-twin', waiting: [waitingReports('in-doubt')] },
  { name: 'qr-payment', waiting: [waitingReports('waiting', 'payment')] },
  { name: 'return', waiting: [waitingReports('returning')] },
  { name: 'gift', waiting: [waitingGifts] },
  { name: 'withdrawal', waiting: [waitingIn('withdrawal')] },
  { name: 'payout', waiting: [waitingIn('payout')] },
  { name: 'transfer', waiting: [waitingTransfers] },
  { name: 'reversal', waiting: [waitingReversals] },
  { name: 'prize', waiting: [waitingPrizes] },
  { name: 'bet-review', waiting: [waitingBets] },
  { name: 'bonus-review', waiting: [waitingReviews] },
  { name: 'campaign', waiting: [waitingVersions] },
]
