import { addSeconds } from '../../../platform/clock.ts'
import { type Db, type Tx, transaction } from '../../../platform/database.ts'
import { randomLetters } from '../../../platform/random-letters.ts'
import { defineSetting, readSettings, Type } from '../../../platform/settings.ts'
import type { Context } from '../../context.ts'
import type { Settled } from '../condition/end.ts'
import { leastFloor } from '../condition/evaluation.ts'
import { findBonus } from '../condition/store.ts'
import type { Finished } from '../finish.ts'
import { endByHand, lookAt } from './figures.ts'
import {
  forgetHindered,
  type Hindered,
  hinderedOf,
  markShown,
  noteHindered,
  selectUnshown,
} from './hindered-store.ts'
import { closeOfEnded, insertEnding } from './store.ts'

/** Bonuses that cannot end by themselves come to the desk (rules.md §7.7). */

const hinderedHours = defineSetting(
  'bonus.hinderedHours',
  Type.Number({ minimum: 0.01, maximum: 8760 }),
  24,
  'Hours for which a bonus may be kept from its end by a game that does not answer or by open bets; then it waits at the desk, and two people may end it all the same',
)

export const newEndingId = (): string => `be${randomLetters(26)}`

/** Whether two people may end it although games do not answer, or bets there are open. */
export async function mayEndHindered(
  { clock }: Pick<Context, 'clock'>,
  handle: Db | Tx,
  bonusId: string,
): Promise<boolean> {
  const settings = await readSettings(handle, [hinderedHours])
  const since = (await hinderedOf(handle, [bonusId])).get(bonusId)?.since
  return since !== undefined && since <= addSeconds(clock.now(), -3600 * settings(hinderedHours))
}

/** Notes what hinders an end that was tried, or that nothing does. */
export async function noteTried(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  tried: Finished | Settled,
): Promise<void> {
  const { outcome, bonus } = tried
  if (outcome === 'ended') return
  const note = (hindered: Pick<Hindered, 'games' | 'hasOpenBets' | 'until'>) =>
    noteHindered(db, { bonusId: bonus.id, since: clock.now(), ...hindered })
  if (outcome === 'running') {
    // It would have failed, but for bets that may be won yet.
    if (tried.lookAt) await note({ games: [], hasOpenBets: true, until: tried.lookAt })
    else await forgetHindered(db, bonus.id)
  } else if (outcome === 'staked') {
    await note({ games: [...tried.games].sort(), hasOpenBets: true, until: tried.lookAt })
  } else if (outcome === 'pending') {
    const { games, hasOpenBets, lookAt: until } = tried
    await note({ games: [...games].sort(), hasOpenBets, until })
  }
}

/** How many come to the desk at a time. */
const atMost = 100

/** Has bonuses that could not end for too long wait at the desk, each once. Any number of nodes may do so. */
export async function showHindered(context: Context): Promise<void> {
  const { db, clock, settings, desk } = context
  const now = clock.now()
  const before = addSeconds(now, -3600 * (await settings.get(hinderedHours)))
  for (const { bonusId } of await selectUnshown(db, before, atMost)) {
    const bonus = await findBonus(db, bonusId)
    const active = bonus?.state === 'ACTIVE' ? bonus : undefined
    const end =
      active &&
      endByHand(await lookAt(context, active, await settings.get(leastFloor[active.currency])), 'GIVE_BACK')
    await transaction(db, async (tx) => {
      await markShown(tx, bonusId)
      if (!end) return
      const way = 'GIVE_BACK' as const
      const { backMinor: amountMinor } = end
      await insertEnding(desk, tx, {
        id: newEndingId(),
        bonusId,
        way,
        amountMinor,
        askedBy: null,
        askedAt: now,
      })
    })
  }
  // A node of the version before ends bonuses and knows no wishes.
  await transaction(db, (tx) => closeOfEnded(desk, tx, now))
}
