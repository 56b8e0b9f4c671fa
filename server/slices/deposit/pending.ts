import { fromMinor } from '@krapao/contract/money.ts'
import type { PendingMoney } from '@krapao/contract/slices/statement/list-pending.ts'
import type { Context } from '../context.ts'
import { selectPendingDeposits } from './pending-store.ts'

/** What a member may still be credited for; `limit` of each way in. */
export async function listPendingDeposits(
  { db, clock }: Context,
  memberId: string,
  limit: number,
): Promise<PendingMoney[]> {
  const rows = await selectPendingDeposits(db, memberId, clock.now(), limit)
  return rows.map(({ amountMinor, createdAt, expiresAt, ...row }) => ({
    ...row,
    amount: amountMinor === null ? null : fromMinor(amountMinor),
    createdAt: createdAt.toISOString(),
    expireIn: expiresAt?.toISOString() ?? null,
    to: 'WALLET',
  }))
}
