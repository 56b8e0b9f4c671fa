import type { MemberEntry } from '../../desk/queue.ts'
import { findInReview } from '../../outside/review.ts'
import type { Db } from '../../platform/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Member } from '../account/public.ts'
import type { Context } from '../context.ts'
import { judge } from './rules.ts'
import { selectOpen, selectOwners } from './store.ts'

export { findOwn as findWithdrawalOf, type Own as WithdrawalFacts, pendingWithdrawals } from './store.ts'

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

/**
 * Whether an amount in minor units is within what the member may withdraw today, whatever the balance is. An active bonus
 * says no, because its condition decides.
 */
export async function mayWithdraw(
  { services, clock }: Context,
  { id: memberId, currency, bankCode }: Pick<Member, 'id' | 'currency' | 'bankCode'>,
  amountMinor: number,
): Promise<boolean> {
  const [usage, terms] = await Promise.all([
    // No withdrawal has an empty id.
    services.dayUsage({ id: '', memberId, at: clock.now() }),
    services.withdrawTerms(),
  ])
  try {
    return judge(amountMinor, { currency, bankCode }, usage, terms) === 'may'
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** Members with a withdrawal whose id begins like this; `beginning` in lower case, at most 20. */
export const findWithdrawalOwners = ({ db }: Context, beginning: string): Promise<string[]> =>
  selectOwners(db, beginning)
