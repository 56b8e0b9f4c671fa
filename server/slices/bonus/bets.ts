import type { Tx } from '../../platform/database.ts'
import type { Context } from '../context.ts'
import type { StoredBet } from '../game/public.ts'
import { addTurnovers, lockTurnovers } from './condition/store.ts'
import { weightedStake } from './condition/terms.ts'
import { journalsBefore } from './condition/unread-play.ts'
import { settleSoon } from './sweep.ts'

/**
 * Where a provider reports no bets, play results count as bets: the id of such a bet is this prefix and the key of the
 * play result's journal.
 */
const standIn = 'play:'

/**
 * Adds the weighted stakes of bets that were settled since the credit to the turnover of their members' bonuses, in the
 * transaction that stores them (rules.md §7.2). What is met ends after the commit.
 */
export async function onBets(context: Context, tx: Tx, bets: StoredBet[]): Promise<void> {
  const bonuses = await lockTurnovers(tx, [...new Set(bets.map(({ memberId }) => memberId))])
  if (bonuses.length === 0) return
  const isStandIn = ({ id }: StoredBet): boolean => id.startsWith(standIn)
  const before = new Set(
    bets.some(isStandIn) ? (await journalsBefore(tx, bonuses)).map(({ key }) => `${standIn}${key}`) : [],
  )
  const added = new Map<string, number>()
  for (const { id, memberId, terms, creditedAt } of bonuses) {
    if (terms.mode !== 'turnover' || !creditedAt) continue
    const minor = bets
      .filter((bet) => bet.memberId === memberId && bet.settledAt >= creditedAt && !before.has(bet.id))
      .reduce((sum, bet) => sum + weightedStake(bet, terms), 0)
    if (minor > 0) added.set(id, minor)
  }
  if (added.size === 0) return
  const reached = await addTurnovers(tx, added)
  tx.afterCommit(() => {
    for (const memberId of reached) settleSoon(context, memberId)
  })
}
