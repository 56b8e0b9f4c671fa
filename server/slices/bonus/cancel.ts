import { lockWallet } from '../../ledger/public.ts'
import { keepClaim } from '../../platform/claims.ts'
import { type Tx, transaction } from '../../platform/database.ts'
import type { Context } from '../context.ts'
import { moveBudget } from './budget-store.ts'
import { endBonus, type MemberBonus } from './condition/store.ts'

/**
 * Cancels an armed bonus, and gives back what was reserved for it.
 * @param request of the member, where one does it, in the call of that member
 * @returns false: it is armed no more
 */
export const cancelArmed = (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  armed: MemberBonus,
  request?: string,
): Promise<boolean> =>
  transaction(db, async (tx) => {
    await lockWallet(tx, armed.memberId, armed.currency)
    const isCancelled = await cancelIn(tx, armed, clock.now(), request)
    if (request !== undefined) await keepClaim(tx)
    return isCancelled
  })

/** The same in the caller's transaction, which has locked the member's wallet. */
export async function cancelIn(tx: Tx, armed: MemberBonus, at: Date, request?: string): Promise<boolean> {
  const ending = { state: 'CANCELLED' as const, at, ...(request !== undefined && { request }) }
  if (!(await endBonus(tx, armed.id, 'ARMED', ending))) return false
  await moveBudget(tx, armed.campaign, { reservedMinor: -(armed.byDeposit?.maxBonusMinor ?? 0) })
  return true
}
