import { addSeconds } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { takeLock } from '../../../platform/locks.ts'
import type { Context } from '../../context.ts'
import {
  type BetListener,
  type BetListeners,
  betListeners,
  betsFrom,
  type StoredBet,
  validStake,
} from '../../game/public.ts'
import { addTurnovers, lockTurnovers } from './store.ts'
import { weightedStake } from './terms.ts'
import { journalsBefore } from './unread-play.ts'

/**
 * The bets that are played with a bonus (rules.md §7.2). A credit takes as long as its commit, and bets of
 * that time must count: a transaction that stores bets shares a lock of their members with those that credit
 * or end a bonus. So a bet is stored either before the credit's instant is taken, and is looked at by the
 * credit, or after the credit's commit, and finds the bonus.
 */

type Needs = Pick<Context, 'ledger' | 'services'>

declare module '../../context.ts' {
  interface Services {
    betsFunded: BetListeners
  }
}

export const stakeServices = () => ({ betsFunded: betListeners() })

/**
 * Listeners are called with bets that were stored before the credit of the bonus with which they were played,
 * by their time.
 */
export const onBetsFunded = ({ services }: Pick<Context, 'services'>, ...listeners: BetListener[]): void =>
  services.betsFunded.add(...listeners)

/**
 * Where a provider reports no bets, play results count as bets: the id of such a bet is this prefix and the
 * key of the play result's journal.
 */
const standIn = 'play:'

/** Bets that are looked at in one go. */
const page = 500

/** Seconds by which a provider's clock may be ahead of ours, as a node's may be (rules.md §14). */
const ahead = 5

/**
 * Waits for transactions that are storing bets of the member, and keeps others waiting until this one ends.
 * @returns the instant from which the bonus is active, or no longer, by the database's clock: nodes' clocks
 *   differ
 */
export async function holdBets({ ledger }: Needs, tx: Tx, memberId: string): Promise<Date> {
  await takeLock(tx, 'memberPlay', memberId)
  // The wallet is locked already, by the posting; this asks for the time after all of it.
  const { at } = await ledger.lockWalletsIn(tx, [memberId], [])
  return new Date(at)
}

/**
 * Counts what was stored before the credit though it was settled after it: a provider's clock may be ahead. A
 * bet whose report says a much later time was played with other money.
 */
export async function countStored(
  { services }: Needs,
  tx: Tx,
  memberId: string,
  creditedAt: Date,
): Promise<void> {
  const until = addSeconds(creditedAt, ahead)
  let after: StoredBet | undefined
  for (;;) {
    // In the order of their times.
    const read = await betsFrom(tx, memberId, { from: creditedAt, limit: page, ...(after && { after }) })
    const bets = read.filter(({ settledAt }) => settledAt < until)
    if (bets.length > 0) {
      await addStakes(tx, bets)
      await services.betsFunded.notify(tx, bets)
    }
    after = bets.at(-1)
    if (bets.length < page) return
  }
}

/**
 * Adds weighted valid stakes of bets to the turnover of their members' active bonuses.
 * @returns the members whose turnover is reached by now; the sweep ends their bonuses where nobody does it
 *   sooner
 */
export async function addStakes(tx: Tx, bets: StoredBet[]): Promise<string[]> {
  const bonuses = await lockTurnovers(tx, [...new Set(bets.map(({ memberId }) => memberId))])
  if (bonuses.length === 0) return []
  const isStandIn = ({ id }: StoredBet): boolean => id.startsWith(standIn)
  const before = new Set(
    bets.some(isStandIn) ? (await journalsBefore(tx, bonuses)).map(({ key }) => `${standIn}${key}`) : [],
  )
  const added = new Map<string, number>()
  for (const { id, memberId, terms, creditedAt } of bonuses) {
    if (terms.mode !== 'turnover' || !creditedAt) continue
    const minor = bets
      .filter((bet) => bet.memberId === memberId && bet.settledAt >= creditedAt && !before.has(bet.id))
      .reduce((sum, bet) => sum + weightedStake({ ...bet, stakeMinor: validStake(bet) }, terms), 0)
    if (minor > 0) added.set(id, minor)
  }
  return added.size === 0 ? [] : addTurnovers(tx, added)
}
