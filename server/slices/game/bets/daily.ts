import { addSeconds, bangkokDay } from '../../../platform/clock.ts'
import { type Tx, transaction } from '../../../platform/database.ts'
import { defineSetting, Type } from '../../../platform/settings.ts'
import type { Context } from '../../context.ts'
import {
  addSums,
  countWaiting,
  type DaySum,
  findProgress,
  insertResult,
  lockProgress,
  moveProgress,
  type Progress,
  selectBehind,
} from './daily-store.ts'
import { closeDay, dayAfter, endOfDay, isDayClosed } from './days.ts'
import { type BetDay, selectDay } from './store.ts'

/** Members that one transaction calculates. */
const membersAtOnce = 100

export const calculateAfter = defineSetting(
  'bets.calculateAfterMinutes',
  Type.Number({ minimum: 0, maximum: 1439 }),
  10,
  'Minutes after midnight in Bangkok at which a day is closed and calculated; bets that come later count towards the next',
)

export const waitHours = defineSetting(
  'bets.waitHours',
  Type.Number({ minimum: 1, maximum: 720 }),
  36,
  'Hours that a day which is over waits for game providers that do not answer which bets it had; then it is closed without them',
)

/** Calculations of each day's bets, made once. */
export interface DailyJob<Plan> {
  name: string
  /** The first day that it concerns, YYYY-MM-DD; undefined: none yet. */
  first(): Promise<string | undefined>
  /**
   * The facts that the pages of a day need; undefined: the day brings nothing, and its bets are left as they
   * are.
   */
  plan(day: string): Promise<Plan | undefined>
  /**
   * Stores what a day brings some members, in the transaction that moves the job on. All queries go through
   * `tx`.
   * @returns what it brings them, for the page of days
   */
  page(tx: Tx, day: string, plan: Plan, sums: Map<string, BetDay[]>): Promise<DaySum[]>
}

type Needs = Pick<Context, 'db' | 'clock' | 'settings' | 'log' | 'desk'>

/**
 * Calculates the days that are over, one after the other, each member once (rules.md §4.6). The job's
 * progress is stored in the transaction of each page, so a node that dies has stored the page or leaves it to
 * the next one. Any number of nodes may run it. It ends where a day waits for a provider.
 */
export async function runDailyJob<Plan>(
  context: Needs,
  job: DailyJob<Plan>,
  stopping?: AbortSignal,
): Promise<void> {
  const { db, clock, settings } = context
  const first = await job.first()
  if (first === undefined) return
  const minutes = await settings.get(calculateAfter)
  let planned: { day: string; plan: Plan | undefined } | undefined
  while (!stopping?.aborted) {
    const at = (await findProgress(db, job.name)) ?? { day: first, after: '' }
    if (at.day >= bangkokDay(addSeconds(clock.now(), -60 * minutes))) return
    if (planned?.day !== at.day) {
      planned = { day: at.day, plan: await job.plan(at.day) }
      if (planned.plan !== undefined && !(await close(context, at.day, minutes))) return
    }
    const { plan } = planned
    await transaction(db, async (tx) => {
      const now = await lockProgress(tx, job.name, first)
      // Another node was quicker.
      if (now.day !== at.day || now.after !== at.after) return
      const done = plan === undefined ? undefined : await calculatePage(tx, job, plan, at)
      if (!done) await insertResult(tx, job.name, at.day, { at: clock.now(), isEmpty: plan === undefined })
      await moveProgress(tx, job.name, done ?? { day: dayAfter(at.day), after: '' })
    })
  }
}

/** @returns the job's progress after this page; undefined: no member is left */
async function calculatePage<Plan>(
  tx: Tx,
  job: DailyJob<Plan>,
  plan: Plan,
  { day, after }: Progress,
): Promise<Progress | undefined> {
  const rows = await selectDay(tx, { day, after, limit: membersAtOnce })
  const last = rows.at(-1)
  if (!last) return undefined
  const played = Map.groupBy(rows, ({ memberId }) => memberId)
  await addSums(tx, job.name, day, await job.page(tx, day, plan, played))
  return { day, after: last.memberId }
}

/**
 * Closes a day about which every provider was asked, in a transaction of its own, because bets wait for it.
 * @returns false while it waits for a provider
 */
async function close(context: Needs, day: string, minutes: number): Promise<boolean> {
  const { db, clock, settings, log } = context
  if (await isDayClosed(db, day)) return true
  const behind = await selectBehind(db, addSeconds(endOfDay(day), 60 * minutes))
  if (behind.length > 0) {
    const now = clock.now()
    // Each day that is over waits, not only the first: else each would wait all the hours after the other.
    const last = bangkokDay(addSeconds(now, -60 * minutes - 86_400))
    const { hours, isFirst } = await countWaiting(db, { day, last, now })
    if (hours < (await settings.get(waitHours))) {
      if (isFirst) log.warn({ day, hours, providers: behind }, 'a day of bets waits for providers')
      return false
    }
  }
  const unasked = behind.map(({ code }) => code)
  const isClosed = await transaction(db, (tx) => closeDay(context, tx, day, unasked))
  if (isClosed && unasked.length > 0)
    log.warn({ day, providers: behind }, 'a day of bets is closed without providers')
  return true
}
