import type { AnswerOf } from '@krapao/contract/client.ts'
import { dayAfter } from '@krapao/contract/dates.ts'
import { fromMinor } from '@krapao/contract/money.ts'
import { betDayJobs } from '@krapao/contract/slices/game/bets/list-bet-days.ts'
import { addSeconds, bangkokDay } from '../../../platform/clock.ts'
import type { Context } from '../../context.ts'
import { selectOperators } from '../../operator/public.ts'
import { type Closing, selectLastClosings } from './closing-store.ts'
import { calculateAfter, waitHours } from './daily.ts'
import { type Behind, selectBehind, selectFirstWaiting } from './daily-store.ts'
import { type KnownDay, selectKnownDays, selectProgress, selectResults, selectSums } from './day-store.ts'
import { endOfDay } from './days.ts'

/** The page of days: which are closed, which wait for whom, and what was calculated (rules.md §4.6). */

type Answer = AnswerOf<'GET /api/console/bet-days'>
type Shown = Answer['days'][number]

/** Days of one answer. */
const atOnce = 14

/** @param before the days before this one, YYYY-MM-DD; undefined: from today */
export async function listDays(context: Context, before: string | undefined): Promise<Answer> {
  const { db, clock, settings } = context
  const now = clock.now()
  const today = bangkokDay(now)
  const to = before !== undefined && before <= today ? dayAfter(before, -1) : today
  const found = await selectKnownDays(db, { to, limit: atOnce + 1, now })
  const days = found.slice(0, atOnce)
  const newest = days[0]?.day ?? to
  const oldest = days.at(-1)?.day ?? to
  const minutes = await settings.get(calculateAfter)
  const [jobsOf, closings, first, behind] = await Promise.all([
    jobsBetween(context, oldest, newest),
    shownClosings(context, oldest, newest),
    selectFirstWaiting(db, now),
    days.some(({ isWaiting }) => isWaiting)
      ? selectBehind(db, addSeconds(endOfDay(newest), 60 * minutes))
      : [],
  ])
  return {
    days: days.map((known) => {
      const state = stateOf(known, today)
      const waitsFor =
        state === 'WAITING' ? notSince(behind, addSeconds(endOfDay(known.day), 60 * minutes)) : []
      return {
        day: known.day,
        state,
        closedAt: known.closedAt?.toISOString() ?? null,
        closedWith: known.closedWith === known.day ? null : known.closedWith,
        unasked: known.unasked ?? [],
        waitsFor: waitsFor.map(({ code, askedAt }) => ({ code, askedAt: askedAt?.toISOString() ?? null })),
        waitedHours: known.waitedHours,
        mayClose: known.day === first && waitsFor.length > 0,
        closing: closings.get(known.day) ?? null,
        jobs: jobsOf(known.day, known.day < today && state !== 'WAITING'),
      }
    }),
    waitHours: await settings.get(waitHours),
    next: found.length > atOnce ? oldest : null,
  }
}

function stateOf({ day, closedWith, isWaiting }: KnownDay, today: string): Shown['state'] {
  if (closedWith !== null) return 'CLOSED'
  if (day >= today) return 'RUNNING'
  return isWaiting ? 'WAITING' : 'OPEN'
}

/** Those of whom not all was read at an instant or later. */
const notSince = (providers: Behind[], since: Date): Behind[] =>
  providers.filter(({ askedAt }) => askedAt === null || askedAt < since)

/** What each job made of each of these days. */
async function jobsBetween({ db }: Pick<Context, 'db'>, from: string, to: string) {
  const [results, sums, progress] = await Promise.all([
    selectResults(db, from, to),
    selectSums(db, from, to),
    selectProgress(db),
  ])
  /** @param isPast it is over, and waits for nobody */
  return (day: string, isPast: boolean): Shown['jobs'] =>
    betDayJobs.map((job) => {
      const of = sums.filter((sum) => sum.job === job && sum.day === day)
      const result = results.find((done) => done.job === job && done.day === day)
      const at = progress.find((progressed) => progressed.job === job)
      return {
        job,
        state: result
          ? result.isEmpty
            ? 'NOTHING'
            : 'DONE'
          : of.length > 0 || (at?.day === day && at.after !== '')
            ? 'UNDER_WAY'
            : isPast && (at === undefined || at.day > day)
              ? 'NOTHING'
              : 'NOT_YET',
        calculatedAt: result && !result.isEmpty ? result.at.toISOString() : null,
        sums: of.map(({ currency, members, rewarded, amountMinor }) => ({
          currency,
          members,
          rewarded,
          amount: fromMinor(amountMinor),
        })),
      }
    })
}

async function shownClosings({ db }: Pick<Context, 'db'>, from: string, to: string) {
  const closings = await selectLastClosings(db, from, to)
  const ids = closings.flatMap(({ madeBy, decidedBy }) => [
    madeBy,
    ...(decidedBy === null ? [] : [decidedBy]),
  ])
  const people = ids.length === 0 ? [] : await selectOperators(db, [...new Set(ids)])
  const nameOf = (id: string) => ({ _id: id, name: people.find((person) => person.id === id)?.name ?? '' })
  const shown = ({ id, state, providers, reason, madeBy, madeAt, decidedBy, decidedAt }: Closing) => ({
    _id: String(id),
    state,
    providers,
    reason,
    madeBy: nameOf(madeBy),
    madeAt: madeAt.toISOString(),
    decidedBy: decidedBy === null ? null : nameOf(decidedBy),
    decidedAt: decidedAt?.toISOString() ?? null,
  })
  return new Map(closings.map((closing) => [closing.day, shown(closing)]))
}
