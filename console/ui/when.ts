import { formatClock, formatDate, formatDay, timeAgo } from '@krapao/web/ui/format.ts'
import { useSyncExternalStore } from 'react'

/** A time as people say it: without the date if it is today. */
export function formatWhen(date: string): string {
  return formatDay(date) === formatDay(new Date()) ? formatClock(date, 'minute') : formatDate(date)
}

let now = new Date()
const clocks = new Set<() => void>()
let ticking: ReturnType<typeof setInterval> | undefined

function onTick(listener: () => void): () => void {
  if (clocks.size === 0) {
    now = new Date()
    ticking = setInterval(() => {
      now = new Date()
      for (const clock of clocks) clock()
    }, 15_000)
  }
  clocks.add(listener)
  return () => {
    clocks.delete(listener)
    if (clocks.size === 0) clearInterval(ticking)
  }
}

/**
 * The current time, to a quarter of a minute: one clock for the whole page, so that two ages of one item
 * never differ.
 */
export const useNow = (): Date => useSyncExternalStore(onTick, () => now)

/**
 * How long something has waited, in its largest whole unit: the caller translates `ui.ago.<unit>` with
 * `count`.
 */
export const waitOf = (since: string, now: Date) => timeAgo(since, now, ['day', 'hour', 'minute'])
