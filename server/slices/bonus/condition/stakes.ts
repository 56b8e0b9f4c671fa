import { addSeconds } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { takeLock } from '../../../platform/locks.ts'
import type { Context } from '../../context.ts'
import {
  type BetListener,
  type BetListeners,
  betListeners,
  betsFrom,
  finalBets,
  playKeysOf,
  type StoredBet,
} from '../../game/public.ts'
import { keepCounted } from './keep-counted.ts'
import { isPlacedBefore, type Played, playedWith } from './own-play.ts'
import { addPlay, lockPlayed, selectActiveSince } from './play-store.ts'
import { keepPurses } from './purse-store.ts'
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

/** Seconds by which a provider's clock may be ahead of ours, as a node's may be (rules.md §14). */
const aheadSeconds = 5

/** Bets that are looked at in one go. */
const page = 500

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

/** The bets that are stored and dated after an instant: `{game} {id}`. */
export async function storedAfter(tx: Tx, memberId: string, at: Date): Promise<string[]> {
  return (await finalBets(tx, memberId, at)).map(({ game, id }) => `${game} ${id}`)
}

/**
 * Counts the stakes of what was stored before the credit though it was placed after it: a provider's clock
 * may be ahead. What it has won or lost is in the base. A bet whose report says a much later time was played
 * with other money.
 */
export async function countStored(
  { services }: Needs,
  tx: Tx,
  memberId: string,
  creditedAt: Date,
): Promise<void> {
  const until = addSeconds(creditedAt, aheadSeconds)
  let after: StoredBet | undefined
  for (;;) {
    // In the order of their times.
    const read = await betsFrom(tx, memberId, { from: creditedAt, limit: page, ...(after && { after }) })
    const near = read.filter(({ settledAt }) => settledAt < until)
    const bets = near.filter((bet) => !isPlacedBefore(bet, creditedAt))
    if (bets.length > 0) {
      await addStakes(tx, bets, { isInBase: true })
      await services.betsFunded.notify(tx, bets)
    }
    after = near.at(-1)
    if (near.length < page) return
  }
}

/**
 * Those of these bets that are play results from before a bonus's credit which were read after it: own money
 * that was won or lost, though the bonus was active when it was read (rules.md §7.2). @returns their ids
 */
export async function ownBefore(tx: Tx, bets: StoredBet[]): Promise<Set<string>> {
  const results = bets.filter(playKeysOf)
  if (results.length === 0) return new Set()
  const first = results.reduce((at, { settledAt }) => (settledAt < at ? settledAt : at), new Date())
  const memberIds = [...new Set(results.map(({ memberId }) => memberId))]
  const plays = await journalsBefore(tx, await selectActiveSince(tx, memberIds, first))
  const before = new Set(plays.map(({ key }) => key))
  return new Set(results.filter((bet) => isBefore(bet, before)).map(({ id }) => id))
}

/** Whether a bet of play results was placed or settled by these. */
function isBefore(bet: StoredBet, before: ReadonlySet<string>): boolean {
  const keys = playKeysOf(bet)
  return keys !== undefined && (before.has(keys.placedBy) || before.has(keys.settledBy))
}

/**
 * Adds bets to their members' active bonuses: weighted valid stakes to the turnover, and what was won or lost
 * with money that was staked before the credit to own money.
 * @param isInBase whether they were stored before the credit, so that only their stakes are to be counted
 * @returns the members whose turnover is reached by now; the sweep ends their bonuses where nobody does it
 *   sooner
 */
export async function addStakes(tx: Tx, bets: StoredBet[], { isInBase = false } = {}): Promise<string[]> {
  const bonuses = await lockPlayed(tx, [...new Set(bets.map(({ memberId }) => memberId))])
  if (bonuses.length === 0) return []
  const before = new Set(
    bets.some(playKeysOf) ? (await journalsBefore(tx, bonuses)).map(({ key }) => key) : [],
  )
  const added = new Map<string, Played & { bets: number }>()
  for (const { id, memberId, creditedAt, ownOpenLeft, ...bonus } of bonuses) {
    if (!creditedAt) continue
    const isOwn = (bet: StoredBet): boolean =>
      playKeysOf(bet) !== undefined && ((bet.placedAt ?? bet.settledAt) < creditedAt || isBefore(bet, before))
    const all = bets.filter((bet) => bet.memberId === memberId)
    const played = playedWith(
      { ...bonus, creditedAt, ownOpenLeft: isInBase ? {} : ownOpenLeft },
      all.filter((bet) => !isOwn(bet)),
    )
    if (isInBase) Object.assign(played, { ownPlayMinor: 0, ownOpenLeft })
    else played.ownPlayMinor += wonBefore(all.filter(isOwn), { creditedAt, before })
    // Those of before the credit are in its purses.
    added.set(id, { ...played, bets: isInBase ? 0 : all.length })
  }
  if (added.size === 0) return []
  const given = { bonuses, bets, isInBase, isOwn: (bet: StoredBet) => isBefore(bet, before) }
  const counted = await keepCounted(tx, given, () => addPlay(tx, added))
  for (const { id, betCount } of isInBase ? [] : counted) {
    const bonus = bonuses.find((played) => played.id === id)
    const ofMember = bets.filter(({ memberId }) => memberId === bonus?.memberId)
    if (bonus) await keepPurses(tx, bonus, ofMember, betCount)
  }
  return counted.filter(({ isReached }) => isReached).map(({ memberId }) => memberId)
}

/**
 * The own money that came back of losses from before the credit, at providers that report no bets: the
 * balances at the credit had lost it. What was won before, or is among the play of then that was read later
 * (`playBefore`), is own money already.
 */
const wonBefore = (
  bets: StoredBet[],
  { creditedAt, before }: { creditedAt: Date; before: ReadonlySet<string> },
): number =>
  bets.reduce((sum, bet) => {
    const isKnown = bet.settledAt < creditedAt || before.has(playKeysOf(bet)?.settledBy ?? '')
    return isKnown ? sum : sum + bet.winMinor
  }, 0)
