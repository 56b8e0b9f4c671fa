import { type GameCode, walletEnd } from '@krapao/contract/game.ts'
import { asCurrency, fromMinor } from '@krapao/contract/money.ts'
import type { PendingMoney } from '@krapao/contract/slices/statement/list-pending.ts'
import { findInReview } from '../../outside/review.ts'
import type { MemberEntry } from '../../platform/desk.ts'
import type { Context } from '../context.ts'

/** A member's transfers that the game provider has not answered, at most `limit`; each half of one by itself. */
export async function listPendingTransfers(
  { db, ledger }: Context,
  memberId: string,
  limit: number,
): Promise<PendingMoney[]> {
  const holds = await ledger.openHolds({ kind: 'transfer', memberId, limit })
  if (holds.length === 0) return []
  const keys = holds.map(({ pending }) => pending.key)
  const inReview = await findInReview(db, 'transfer', keys)
  return holds.map(({ pending, legs }) => {
    const { transferId, code, direction, amountMinor } = pending.meta as {
      transferId: string
      code: GameCode
      direction: 'in' | 'out'
      amountMinor: number
    }
    const [from, to] = direction === 'out' ? [code, walletEnd] : [walletEnd, code]
    return {
      kind: 'transfer',
      id: transferId,
      key: `${transferId}-${direction}`,
      amount: fromMinor(amountMinor),
      currency: asCurrency(legs[0]?.asset),
      createdAt: pending.postedAt.toISOString(),
      state: inReview.has(pending.key) ? 'WITH_TEAM' : 'IN_TRANSIT',
      expireIn: null,
      from,
      to,
    }
  })
}

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
