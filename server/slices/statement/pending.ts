import type { PendingMoney } from '@krapao/contract/slices/statement/list-pending.ts'
import type { Context } from '../context.ts'
import { listPendingDeposits } from '../deposit/public.ts'
import { listPendingTransfers } from '../wallet/public.ts'
import { listPendingWithdrawals } from '../withdraw/public.ts'

/** The maximum of rows in an answer: more than anybody reads, and a limit for members who upload slips all day. */
const maxRows = 50

/** A member's money under way, newest first: one query of each slice that may have some, all at once. */
export async function listPending(context: Context, memberId: string): Promise<PendingMoney[]> {
  const parts = await Promise.all([
    listPendingDeposits(context, memberId, maxRows),
    listPendingWithdrawals(context, memberId, maxRows),
    listPendingTransfers(context, memberId, maxRows),
  ])
  return parts
    .flat()
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt))
    .slice(0, maxRows)
}
