import type { GameCode } from '@krapao/contract/game.ts'
import { bangkokDay, bangkokMidnight } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { shareLock, takeLock } from '../../../platform/locks.ts'
import type { Context } from '../../context.ts'
import { lapseClosings } from './closing-store.ts'
import { insertClosedDay, selectLastClosedDay } from './store.ts'

/**
 * Days are closed in their order, before a job calculates one: from then on its sums stay as they are. Bets
 * that come later count towards the first day that is open, so none is forgotten and none counts twice
 * (rules.md §4.6).
 */

/** The last day that is closed, YYYY-MM-DD; null where none is. It stays so until the transaction ends. */
export async function holdOpenDays(tx: Tx): Promise<string | null> {
  await shareLock(tx, 'openBetDays')
  // A statement of its own: one that waits for a lock does not see what was committed meanwhile.
  return selectLastClosedDay(tx)
}

/** Whether the sums of a Bangkok day stay as they are. */
export async function isDayClosed(handle: Db | Tx, day: string): Promise<boolean> {
  return day <= ((await selectLastClosedDay(handle)) ?? '')
}

/**
 * Closes a Bangkok day and all before it; a day that is closed already stays so. It waits for bets that are
 * being stored, so it comes first in its transaction, which should be short: bets wait for it, too.
 * @param unasked the providers that it is closed without
 * @returns whether it was open
 * @throws TypeError the day is not over
 */
export async function closeDay(
  { clock, desk }: Pick<Context, 'clock' | 'desk'>,
  tx: Tx,
  day: string,
  unasked: readonly GameCode[] = [],
): Promise<boolean> {
  const now = clock.now()
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || day >= bangkokDay(now)) throw new TypeError(`${day} is not over`)
  await takeLock(tx, 'openBetDays')
  const isClosed = await insertClosedDay(tx, { day, closedAt: now, unasked })
  // Nobody decides any more whether these days are closed.
  if (isClosed) await lapseClosings(desk, tx, day, now)
  return isClosed
}

/** The day that a bet counts towards: never one to come, even by the provider's clock. */
export function countedDay(settledAt: Date, receivedAt: Date, closed: string | null): string {
  const day = bangkokDay(settledAt < receivedAt ? settledAt : receivedAt)
  return closed !== null && day <= closed ? dayAfter(closed) : day
}

/** The next day, YYYY-MM-DD. */
export function dayAfter(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + 1)
  return date.toISOString().slice(0, 10)
}

/** The midnight of Bangkok at which a day, YYYY-MM-DD, is over. */
export const endOfDay = (day: string): Date => bangkokMidnight(new Date(`${dayAfter(day)}T12:00:00+07:00`))
