import { fromMinor } from '@krapao/contract/money.ts'
import type { Ledger } from '../../ledger/public.ts'
import { type Batcher, batcher } from '../../platform/batcher.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Context } from '../context.ts'
import type { Progress } from './condition/condition.ts'
import { progressOf } from './condition/end.ts'
import { findActive, type MemberBonus } from './condition/store.ts'
import { finish } from './finish.ts'

/** No withdrawal while the condition of a bonus is not met (rules.md §6.2). */

declare module '../context.ts' {
  interface Services {
    hasActiveBonus: Batcher<string, boolean>
  }
}

/** What is made once of bonuses: one question for all members who ask at the same time. */
export const bonusServices = ({ db }: { db: Db }) => ({
  hasActiveBonus: batcher<string, boolean>(
    async (memberIds) => {
      const active = new Set((await findActive(db, memberIds)).map(({ memberId }) => memberId))
      return memberIds.map((memberId) => active.has(memberId))
    },
    { inFlight: 2 },
  ),
})

/**
 * Before money is held: ends the member's bonus where it is met or has failed.
 * @throws Refusal `BONUS_CONDITION` it runs on
 */
export async function requireNoCondition(context: Context, memberId: string): Promise<void> {
  if (!(await context.services.hasActiveBonus(memberId))) return
  const finished = await finish(context, memberId)
  if (!finished || finished.outcome === 'ended') return
  throw unmet(finished.bonus, finished.progress)
}

/**
 * The same where the money is held, in the transaction of several members' withdrawals: their wallets are locked, so no bonus is
 * credited any more before the commit. One query for all of them.
 * @throws Refusal `BONUS_CONDITION`: nothing of the transaction may be committed
 */
export async function refuseCondition(
  ledger: Pick<Ledger, 'balancesIn'>,
  tx: Tx,
  held: { memberId: string; amountMinor: number; at: Date }[],
): Promise<void> {
  const [bonus] = await findActive(
    tx,
    held.map(({ memberId }) => memberId),
  )
  if (!bonus) return
  const { amountMinor = 0, at = new Date() } = held.find(({ memberId }) => memberId === bonus.memberId) ?? {}
  const balances = await ledger.balancesIn(tx, bonus.memberId)
  const facts = { balances, leastFloorMinor: 0, now: at, heldMinor: amountMinor }
  throw unmet(bonus, await progressOf(tx, bonus, facts))
}

/** `current` and `required` in the member's currency. */
const unmet = ({ terms }: MemberBonus, { currentMinor, requiredMinor }: Progress): Refusal =>
  new Refusal('BONUS_CONDITION', {
    current: fromMinor(currentMinor),
    required: fromMinor(requiredMinor),
    mode: terms.mode,
  })
