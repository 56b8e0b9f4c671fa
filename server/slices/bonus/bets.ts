import type { Tx } from '../../platform/database.ts'
import type { Context } from '../context.ts'
import type { StoredBet } from '../game/public.ts'
import { addStakes } from './condition/stakes.ts'
import { settleSoon } from './sweep.ts'

/**
 * Adds the weighted stakes of bets that were settled since the credit to the turnover of their members'
 * bonuses, in the transaction that stores them (rules.md §7.2). A bonus whose condition is met ends after the
 * commit.
 */
export async function onBets(context: Context, tx: Tx, bets: StoredBet[]): Promise<void> {
  const reached = await addStakes(tx, bets)
  tx.afterCommit(() => {
    for (const memberId of reached) settleSoon(context, memberId)
  })
}
