import type { GameCode } from '@krapao/contract/game.ts'
import { toMinor } from '@krapao/contract/money.ts'
import { type AccountBalance, flowSince, partsOf } from '../../../ledger/public.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { defineAmounts } from '../../../platform/settings.ts'
import type { Context } from '../../context.ts'
import { openStakes } from '../../game/public.ts'
import { evaluate, type Progress } from './condition.ts'
import { totalOf } from './grant.ts'
import { ownMinorOf } from './purse-store.ts'
import { findOpen, type MemberBonus } from './store.ts'
import { journalsBefore, playBefore } from './unread-play.ts'

/** How far a bonus is, by the balances of now (rules.md §7.2, §7.3). */

export const leastFloor = defineAmounts(
  'bonus.leastFloor',
  { THB: 5, LAK: 3_000 },
  'A bonus has failed when its member has this or less in all, whatever its percentage says',
)

export type Needs = Pick<Context, 'db' | 'ledger' | 'clock' | 'settings' | 'services'>

/** An active bonus and its progress, with the balances from which the progress was computed. */
export interface Evaluated {
  bonus: MemberBonus
  progress: Progress
  balances: Map<string, AccountBalance>
  /** When the stakes that keep it from failing count as settled without a report; null: there are none. */
  lookAt: Date | null
}

/** Bets that are not settled, and keep a bonus from ending. */
export interface OpenBets {
  games: GameCode[]
  /**
   * When all of them count as settled without a report; null: the providers report when they are settled.
   */
  lookAt: Date | null
}

/**
 * The progress of the member's active bonus; undefined: none is active. Changes nothing.
 * @param withPurses whether it says what of the money is the member's own, which follows what was played
 */
export async function evaluateBonus(
  needs: Needs,
  memberId: string,
  { withPurses = true } = {},
): Promise<Evaluated | undefined> {
  const { db, ledger, clock, settings } = needs
  // Before anything else is read: what moves from here on makes a posting by these balances stale.
  const balances = await ledger.balances(memberId)
  const bonus = await findOpen(db, memberId)
  if (bonus?.state !== 'ACTIVE') return undefined
  const facts = {
    balances,
    purseMinor: withPurses ? await ownMinorOf(db, bonus, balances) : undefined,
    leastFloorMinor: toMinor(await settings.get(leastFloor[bonus.currency])),
    now: clock.now(),
  }
  const progress = await progressOf(db, bonus, facts)
  if (progress.state !== 'failed') return { bonus, balances, progress, lookAt: null }
  // Only here it matters, and it reads all that was played: no bonus fails while a bet that can still win is
  // open.
  const stakes = [...(await stakesOf(needs, bonus)).values()]
  const stakedMinor = stakes.reduce((sum, { minor }) => sum + minor, 0)
  return {
    bonus,
    balances,
    progress: await progressOf(db, bonus, { ...facts, stakedMinor }),
    lookAt: latest(stakes.map(({ until }) => until)),
  }
}

/**
 * The stakes with which the member may win yet. Of what the balance at a provider that reports no bets has
 * lost since the credit, nobody knows whether it is lost or on an open bet: for the provider's hours it
 * counts as staked (rules.md §7.2).
 */
export async function stakesOf(needs: Needs, bonus: MemberBonus): ReturnType<typeof openStakes> {
  const { db } = needs
  return openStakes(needs, db, bonus.memberId, {
    journalId: bonus.journalId ?? 0,
    settled: (await journalsBefore(db, [bonus])).map(({ key }) => key),
  })
}

export const openBetsOf = (stakes: Awaited<ReturnType<typeof stakesOf>>): OpenBets | null => {
  const all = [...stakes.values()]
  const lookAt = all.some(({ isReported }) => isReported) ? null : latest(all.map(({ until }) => until))
  return all.length > 0 ? { games: [...stakes.keys()], lookAt } : null
}

/** The latest of these instants; null: there is none. */
const latest = (instants: Date[]): Date | null =>
  instants.reduce<Date | null>((last, at) => (!last || at > last ? at : last), null)

/**
 * The progress of an active bonus by these balances.
 * @param purseMinor of the member's own purse
 * @param stakedMinor stakes of bets that are not settled
 */
export async function progressOf(
  handle: Db | Tx,
  bonus: MemberBonus,
  {
    balances,
    leastFloorMinor,
    now,
    purseMinor,
    stakedMinor = 0,
  }: {
    balances: Map<string, AccountBalance>
    purseMinor: number | undefined
    leastFloorMinor: number
    now: Date
    stakedMinor?: number
  },
): Promise<Progress> {
  const { memberId, expiresAt, turnoverMinor, journalId } = bonus
  if (journalId === null || !expiresAt) throw new Error(`bonus ${bonus.id} was never credited`)
  const flowMinor = await flowSince(handle, memberId, journalId)
  const playMinor = await playBefore(handle, bonus)
  return evaluate(
    { ...bonus, expiresAt },
    {
      turnoverMinor,
      totalMinor: totalOf(balances),
      addedMinor: flowMinor + playMinor + bonus.ownPlayMinor,
      openMinor: openOf(balances) + stakedMinor,
      purseMinor,
      now,
    },
    leastFloorMinor,
  )
}

/** Money that has left one of a member's places and not reached the next. */
const openOf = (balances: Map<string, AccountBalance>): number =>
  [...balances].reduce((sum, [name, { amountMinor }]) => {
    const { kind } = partsOf(name)
    return kind === 'in-transit' || kind === 'withdrawing' ? sum + amountMinor : sum
  }, 0)
