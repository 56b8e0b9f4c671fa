import { fromMinor } from '@krapao/contract/money.ts'
import type { FollowedDeposit } from '@krapao/contract/slices/deposit/follow-deposit.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Context } from '../context.ts'
import {
  type DepositOutcome,
  findAnnouncementOutcome,
  findCodeOutcome,
  findGiftOutcome,
  findPaymentOutcome,
} from './followed-store.ts'

/**
 * The outcome of a row that has left the list of what is under way: the statement has only credits, and two
 * payments of one code are two outcomes.
 * @param key the pending row's
 * @throws Refusal `NO_DATA` where the member has none of this key
 */
export async function followDeposit(
  { db, clock }: Context,
  memberId: string,
  key: string,
): Promise<FollowedDeposit> {
  const outcome = await findOutcome()
  if (!outcome) throw new Refusal('NO_DATA')
  const { state, amountMinor } = outcome
  return { state, amount: amountMinor === null ? null : fromMinor(amountMinor) }

  function findOutcome(): Promise<DepositOutcome | undefined> {
    if (key.startsWith('gf')) return findGiftOutcome(db, memberId, key)
    if (key.startsWith('md')) return findAnnouncementOutcome(db, memberId, key)
    if (key.startsWith('qr')) return findCodeOutcome(db, memberId, key, clock.now())
    return findPaymentOutcome(db, memberId, Number(key.replace('payment-', '')))
  }
}
