import { fromMinor, toMinor } from '@krapao/contract/money.ts'
import type { BonusEndWay } from '@krapao/contract/slices/bonus/bonus-end.ts'
import { type AccountBalance, partsOf } from '../../../ledger/public.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import type { Context } from '../../context.ts'
import type { Progress } from '../condition/condition.ts'
import { endOf } from '../condition/end.ts'
import { progressOf } from '../condition/evaluation.ts'
import { ownMinorOf } from '../condition/purse-store.ts'
import type { MemberBonus, State } from '../condition/store.ts'
import { unreadSince } from '../finish.ts'

/** What goes back and what stays when two people end a bonus (rules.md §7.7). */

type Balances = Map<string, AccountBalance>

/** An active bonus by some balances. */
export interface Looked {
  bonus: MemberBonus
  balances: Balances
  /** By all that is known. */
  progress: Progress
  /** The same as if the silent games had nothing. */
  withoutSilent: Progress
  /** Games with money that did not answer, or have money on its way. */
  silent: string[]
}

export interface HouseEnd {
  state: State
  backMinor: number
  keptMinor: number
}

/** By the balances that are known now. */
export async function lookAt(context: Context, bonus: MemberBonus, leastFloor: number): Promise<Looked> {
  const balances = await context.ledger.balances(bonus.memberId)
  const unread = await unreadSince(context, bonus.memberId, new Date(0))
  return look(context.db, bonus, { balances, leastFloor, now: context.clock.now(), unread })
}

/**
 * By given balances.
 * @param leastFloor of the bonus's currency, in its major unit
 * @param unread games whose balances are not known for certain
 */
export async function look(
  handle: Db | Tx,
  bonus: MemberBonus,
  {
    balances,
    leastFloor,
    now,
    unread,
  }: { balances: Balances; leastFloor: number; now: Date; unread: readonly string[] },
): Promise<Looked> {
  const silent = silentOf(balances, unread)
  const facts = { leastFloorMinor: toMinor(leastFloor), now }
  const by = async (known: Balances): Promise<Progress> =>
    progressOf(handle, bonus, {
      ...facts,
      balances: known,
      purseMinor: await ownMinorOf(handle, bonus, known),
    })
  const progress = await by(balances)
  const reachable = new Map([...balances].filter(([name]) => !silent.includes(gameOf(name))))
  const withoutSilent = silent.length === 0 ? progress : await by(reachable)
  return { bonus, balances, progress, withoutSilent, silent }
}

/** The code of the game in an account's name; empty: it is no game's. */
function gameOf(name: string): string {
  const { kind, of } = partsOf(name)
  return kind === 'game' || kind === 'in-transit' ? of : ''
}

/** Games with money that are unread, and those to or from which money is on its way. */
function silentOf(balances: Balances, unread: readonly string[]): string[] {
  const silent = [...balances].flatMap(([name, { amountMinor }]) => {
    const { kind, of } = partsOf(name)
    const isSilent = kind === 'in-transit' || (kind === 'game' && unread.includes(of))
    return isSilent && amountMinor !== 0 ? [of] : []
  })
  return [...new Set(silent)].sort()
}

/**
 * How it would end. What goes back is what had to go back if the silent games had nothing. Whatever they
 * have, at least that has to go back; so nothing is taken in place of money that is out of reach, and no own
 * money.
 */
export function endByHand({ progress, withoutSilent }: Looked, way: BonusEndWay): HouseEnd {
  const { totalMinor } = progress
  if (way === 'IN_FAVOUR') return { state: 'FINISHED', backMinor: 0, keptMinor: totalMinor }
  const { state, backMinor: dueMinor } = forfeitOf(progress)
  const least = forfeitOf({ ...withoutSilent, state: progress.state })
  const backMinor = Math.min(dueMinor, least.backMinor)
  return { state, backMinor, keptMinor: totalMinor - backMinor }
}

function forfeitOf(progress: Progress): Pick<HouseEnd, 'state' | 'backMinor'> {
  const end = endOf(progress, true)
  if (!end) throw new TypeError('a forfeit ends every bonus')
  return end
}

/** What two people answer: they decide about the same way and the same figures. */
export const questionOf = (way: BonusEndWay, { state, backMinor, keptMinor }: HouseEnd): string =>
  way === 'IN_FAVOUR' ? way : [way, state, backMinor, keptMinor].join(':')

export const shownEnd = ({ backMinor, keptMinor }: HouseEnd) => ({
  returned: fromMinor(backMinor),
  kept: fromMinor(keptMinor),
})

/** The progress by which it has ended, with what went back indeed. */
export const endedBy = ({ progress }: Looked, backMinor: number): Progress => ({
  ...progress,
  removedMinor: backMinor,
  forfeit: { returnedMinor: backMinor, keptMinor: progress.totalMinor - backMinor },
})
