import { asCurrency } from '@krapao/contract/money.ts'
import type { MemberEntry } from '../../desk/queue.ts'
import { findInReview } from '../../outside/review.ts'
import type { Context } from '../context.ts'

/** A member's game transfers that wait at the desk, at most `limit`. */
export async function transfersAtDesk(
  { db, ledger }: Context,
  memberId: string,
  limit: number,
): Promise<MemberEntry[]> {
  const holds = await ledger.openHolds({ kind: 'transfer', memberId, limit })
  if (holds.length === 0) return []
  const keys = holds.map(({ pending }) => pending.key)
  const inReview = await findInReview(db, 'transfer', keys)
  return holds
    .filter(({ pending }) => inReview.has(pending.key))
    .map(({ pending, legs }) => ({
      queue: 'transfer',
      id: pending.key,
      createdAt: pending.postedAt,
      amountMinor: (pending.meta as { amountMinor: number }).amountMinor,
      currency: asCurrency(legs[0]?.asset),
    }))
}
