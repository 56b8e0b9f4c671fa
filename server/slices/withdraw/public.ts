import { Refusal } from '../../platform/refusal.ts'
import type { Member } from '../account/public.ts'
import type { Context } from '../context.ts'
import { judge } from './rules.ts'
import { selectOwners } from './store.ts'

export { masked } from './rules.ts'
export {
  findOwn as findWithdrawalOf,
  insertPast,
  type Own as WithdrawalFacts,
  type PastWithdrawal,
  pendingWithdrawals,
  waitingIn as waitingWithdrawals,
} from './store.ts'
export { withdrawServices } from './withdraw.ts'

/**
 * Whether an amount in minor units is within the member's limits of today, with any balance. An active bonus
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
