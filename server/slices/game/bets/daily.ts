import { addSeconds, bangkokDay } from '../../../platform/clock.ts'
import { type Db, type Tx, transaction } from '../../../platform/database.ts'
import { defineSetting, Type } from '../../../platform/settings.ts'
import type { Context } from '../../context.ts'
import { findProgress, lockProgress, moveProgress, type Progress } from './daily-store.ts'
import { closeDay, dayAfter, isDayClosed } from './days.ts'
import { type BetDay, selectDay } from './store.ts'

/** Members that one transaction calculates. */
const membersAtOnce = 100

const calculateAfter = defineSetting(
  'bets.calculateAfterMinutes',
  Type.Number({ minimum: 0, maximum: 1439 }),
  10,
  'Minutes after midnight in Bangkok at which a day is closed and calculated; bets that come later count towards the next',
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
   */
  page(tx: Tx, day: string, plan: Plan, sums: Map<string, BetDay[]>): Promise<void>
}

/**
 * Calculates the days that are over, one after the other, each member once (rules.md §4.6). The job's
 * progress is stored in the transaction of each page, so a node that dies has stored the page or leaves it to
 * the next one. Any number of nodes may run it.
 */
export async function runDailyJob<Plan>(
  context: Pick<Context, 'db' | 'clock' | 'settings'>,
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
    if (planned?.day !== at.day) planned = { day: at.day, plan: await job.plan(at.day) }
    const { plan } = planned
    if (plan !== undefined) await close(context, db, at.day)
    await transaction(db, async (tx) => {
      const now = await lockProgress(tx, job.name, first)
      // Another node was quicker.
      if (now.day !== at.day || now.after !== at.after) return
      const done = plan === undefined ? undefined : await calculatePage(tx, job, plan, at)
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
  await job.page(
    tx,
    day,
    plan,
    Map.groupBy(rows, ({ memberId }) => memberId),
  )
  return { day, after: last.memberId }
}

/** In a transaction of its own, because bets wait for it. */
async function close(context: Pick<Context, 'clock'>, db: Db, day: string): Promise<void> {
  if (await isDayClosed(db, day)) return
  await transaction(db, (tx) => closeDay(context, tx, day))
}
