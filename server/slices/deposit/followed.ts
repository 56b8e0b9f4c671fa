import { fromMinor } from '@krapao/contract/money.ts'
import type { FollowedDeposit } from '@krapao/contract/slices/deposit/follow-deposit.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Context } from '../context.ts'
import {
  type DepositFate,
  findAnnouncementFate,
  findCodeFate,
  findGiftFate,
  findPaymentFate,
} from './followed-store.ts'

/**
 * The outcome of a row that has left the list of what is under way: the statement has only credits, and two payments
 * of one code are two outcomes.
 * @param key the pending row's
 * @throws Refusal `NO_DATA` where the member has none of this key
 */
export async function followDeposit(
  { db, clock }: Context,
  memberId: string,
  key: string,
): Promise<FollowedDeposit> {
  const fate = await findFate()
  if (!fate) throw new Refusal('NO_DATA')
  const { state, amountMinor } = fate
  return { state, amount: amountMinor === null ? null : fromMinor(amountMinor) }

  function findFate(): Promise<DepositFate | undefined> {
    if (key.startsWith('gf')) return findGiftFate(db, memberId, key)
    if (key.startsWith('md')) return findAnnouncementFate(db, memberId, key)
    if (key.startsWith('qr')) return findCodeFate(db, memberId, key, clock.now())
    return findPaymentFate(db, memberId, Number(key.replace('payment-', '')))
  }
}
