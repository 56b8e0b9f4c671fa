import { transaction } from '../../platform/database.ts'
import { freeWon } from '../bonus/public.ts'
import type { Context } from '../context.ts'
import { markExpired, takeUnfreed } from './coupon-store.ts'

/**
 * Marks coupons whose time is over, some at a time, and frees what the budgets of their bonuses have kept
 * (rules.md §11.3). Frees also what a node of the version before has left. Coupons are locked before budgets,
 * as by a claim.
 * @returns how many are marked or freed
 */
export const expireCoupons = ({ db, clock }: Pick<Context, 'db' | 'clock'>, limit: number): Promise<number> =>
  transaction(db, async (tx) => {
    const marked = await markExpired(tx, clock.now(), limit)
    const unfreed = await takeUnfreed(tx, limit)
    for (const { bonus, reservedMinor } of unfreed) await freeWon(tx, bonus, reservedMinor)
    return Math.max(marked, ...unfreed.map(({ coupons }) => coupons))
  })
