import { addSeconds } from '../../platform/clock.ts'
import type { Context } from '../context.ts'
import { noteTried, showHindered } from './by-hand/hindered.ts'
import { cancelArmed } from './cancel.ts'
import { claimDue, listLapsed, markDue, setDue } from './condition/due-store.ts'
import { settleBonus } from './condition/end.ts'
import { finish, unreadSince } from './finish.ts'
import { retrySeconds } from './settings.ts'

/** How many bonuses one sweep ends, and how many at a time. */
const [atMost, atOnce] = [100, 4]

/**
 * Ends bonuses that have reached their turnover or their last day, tries those again that could not end
 * before, has those that could not for long wait at the desk, and cancels armed ones that no deposit came
 * for. Any number of nodes may do so.
 */
export async function sweepBonuses(context: Context, stopping?: AbortSignal): Promise<void> {
  const { db, clock, settings, log } = context
  const now = clock.now()
  const until = addSeconds(now, await settings.get(retrySeconds))
  const due = (await claimDue(db, now, until, atMost)).values()
  const work = async () => {
    for (const memberId of due) {
      if (stopping?.aborted) return
      try {
        const finished = await finish(context, memberId)
        if (finished) await noteTried(context, finished)
        if (finished?.outcome === 'running') await setDue(db, finished.bonus.id, finished.lookAt)
        if (finished?.outcome === 'pending') {
          const { bonus, games, lookAt } = finished
          if (lookAt) await setDue(db, bonus.id, lookAt)
          log.warn({ bonus: bonus.id, games }, 'bonus not ended yet')
        }
      } catch (error) {
        log.error({ err: error, memberId }, 'bonus not ended')
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  if (!stopping?.aborted) await showHindered(context)

  for (const armed of await listLapsed(db, now, atMost)) {
    if (stopping?.aborted) return
    await cancelArmed(context, armed)
  }
}

/** Ends a member's bonus in the background where it is met; the sweep does what fails here. */
export function settleSoon(context: Context, memberId: string): void {
  finish(context, memberId).catch((error) => {
    context.log.warn({ err: error, memberId }, 'bonus not ended at once')
  })
}

/**
 * The member's balances were read: a bonus that is met or has failed ends at once. One whose end takes money
 * back is left to the sweep, which brings home what is in games. Never throws, because the reading is no
 * matter of the bonus.
 */
export async function onReading(context: Context, memberId: string): Promise<void> {
  const { db, clock, settings } = context
  try {
    const unread = await unreadSince(context, memberId, new Date(0))
    const settled = await settleBonus(context, memberId, {
      mayTake: false,
      isRead: unread.length === 0,
      withPurses: false,
    })
    if (!settled || settled.outcome === 'ended') return
    await noteTried(context, settled)
    const now = clock.now()
    const soon = settled.outcome === 'running' ? null : now
    const at = settled.outcome === 'in-games' ? soon : (settled.lookAt ?? soon)
    if (at) await markDue(db, settled.bonus.id, at, addSeconds(now, await settings.get(retrySeconds)))
  } catch (error) {
    context.log.warn({ err: error, memberId }, 'bonus not looked at after a reading')
  }
}
