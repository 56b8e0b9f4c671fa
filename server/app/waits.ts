import type { Waits } from '../desk/items.ts'
import { waitingEndings, waitingReviews } from '../slices/bonus/public.ts'
import { waitingVersions } from '../slices/campaign/public.ts'
import { waitingAnnouncements, waitingGifts, waitingReports, waitingSlips } from '../slices/deposit/public.ts'
import { waitingReversals } from '../slices/desk/public.ts'
import { waitingBets, waitingClosings } from '../slices/game/public.ts'
import { waitingPrizes } from '../slices/spinwheel/public.ts'
import { waitingTransfers } from '../slices/wallet/public.ts'
import { waitingWithdrawals } from '../slices/withdraw/public.ts'

/**
 * The waiting rows of each queue of the desk, for proofs without a running server; a test compares it with
 * the server's queues.
 */
export const waits: Waits[] = [
  { name: 'slip', waiting: [waitingSlips] },
  { name: 'manual-deposit', waiting: [waitingAnnouncements] },
  { name: 'bank-transfer', waiting: [waitingReports('waiting', 'transfer')] },
  { name: 'bank-twin', waiting: [waitingReports('in-doubt')] },
  { name: 'qr-payment', waiting: [waitingReports('waiting', 'payment')] },
  { name: 'return', waiting: [waitingReports('returning')] },
  { name: 'gift', waiting: [waitingGifts] },
  { name: 'withdrawal', waiting: [waitingWithdrawals('withdrawal')] },
  { name: 'payout', waiting: [waitingWithdrawals('payout')] },
  { name: 'transfer', waiting: [waitingTransfers] },
  { name: 'reversal', waiting: [waitingReversals] },
  { name: 'prize', waiting: [waitingPrizes] },
  { name: 'bet-review', waiting: [waitingBets] },
  { name: 'bonus-review', waiting: [waitingReviews] },
  { name: 'bonus-end', waiting: [waitingEndings] },
  { name: 'campaign', waiting: [waitingVersions] },
  { name: 'bet-day', waiting: [waitingClosings] },
]
