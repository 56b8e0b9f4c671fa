import { fromMinor } from '@krapao/contract/money.ts'
import type { PendingMoney } from '@krapao/contract/slices/statement/list-pending.ts'
import { findInReview } from '../../outside/review.ts'
import type { Db } from '../../platform/database.ts'
import type { MemberEntry } from '../../platform/desk.ts'
import type { Context } from '../context.ts'
import { selectOpen, selectOwners } from './store.ts'

export { findOwn as findWithdrawalOf, type Own as WithdrawalFacts } from './store.ts'

/** A member's withdrawals that are neither paid nor returned, newest first, at most `limit`. */
export async function listPendingWithdrawals(
  { db }: Context,
  memberId: string,
  limit: number,
): Promise<PendingMoney[]> {
  const open = await selectOpen(db, memberId, limit)
  return open.map(({ id, amountMinor, currency, createdAt, state, bankCode }) => ({
    kind: 'withdrawal',
    id,
    key: id,
    amount: fromMinor(amountMinor),
    currency,
    createdAt: createdAt.toISOString(),
    // UNCERTAIN is internal: for the member the bank has not confirmed the payout yet.
    state: state === 'PENDING' ? 'WITH_TEAM' : 'AT_BANK',
    expireIn: null,
    from: 'WALLET',
    to: bankCode,
  }))
}

/** A member's withdrawals and payouts that wait at the desk, at most `limit`. */
export async function withdrawalsAtDesk(db: Db, memberId: string, limit: number): Promise<MemberEntry[]> {
  const open = await selectOpen(db, memberId, limit)
  const sent = open.filter(({ state }) => state !== 'PENDING').map(({ id }) => id)
  const inReview = sent.length > 0 ? await findInReview(db, 'payout', sent) : new Set<string>()
  return open
    .filter(({ id, state }) => state === 'PENDING' || inReview.has(id))
    .map(({ id, state, createdAt, amountMinor, currency }) => ({
      queue: state === 'PENDING' ? 'withdrawal' : 'payout',
      id,
      createdAt,
      amountMinor,
      currency,
    }))
}

/** Members with a withdrawal whose id begins like this; `beginning` in lower case, at most 20. */
export const findWithdrawalOwners = ({ db }: Context, beginning: string): Promise<string[]> =>
  selectOwners(db, beginning)
