import { latinDigits } from '@krapao/contract/digits.ts'
import { parseAmount, toMinor } from '@krapao/contract/money.ts'
import type { DecisionFilter } from '@krapao/contract/slices/desk/list-decisions.ts'
import { bangkokDays } from '../../platform/clock.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { DecidedSearch } from '../operator/public.ts'
import { minorIn } from './filter.ts'

/** The filters of the history (rules.md §17.14). */

/** How an audited decision ended, by its action. */
const ends = { approve: 'desk.approve', refuse: 'desk.refuse', noEffect: 'desk.superseded' } as const
type End = keyof typeof ends

export const endOf = (action: string): End =>
  (Object.keys(ends) as End[]).find((end) => ends[end] === action) ?? 'approve'

/**
 * The search of the history (rules.md §17.14).
 * @param queues the names of all of them, of which a typed id may be an item's
 * @throws Refusal `INVALID_REQUEST` for amounts or days the wrong way round
 */
export function decidedBy(
  { from, to, operatorId, queue, memberId, min, max, end, search }: DecisionFilter,
  queues: readonly string[],
): DecidedSearch {
  const [minMinor, maxMinor] = [minorIn(min) ?? undefined, minorIn(max) ?? undefined]
  const wrong = (field: string, reason: string) =>
    new Refusal('INVALID_REQUEST', { fields: [{ field, reason }] })
  if (minMinor !== undefined && maxMinor !== undefined && minMinor > maxMinor)
    throw wrong('max', 'less than min')
  if (from !== undefined && to !== undefined && from > to) throw wrong('to', 'before from')
  const text = search?.trim()
  const day = text ? dayIn(text) : undefined
  return {
    ...bangkokDays(latest(from, day), earliest(to, day)),
    operatorId,
    queue,
    memberId,
    minMinor,
    maxMinor,
    action: end && ends[end],
    ...(text && day === undefined && { text: namedBy(text, queues) }),
  }
}

/** Of two days, or of the one that there is. A typed day narrows a range; outside of it there is nothing. */
const latest = (...days: (string | undefined)[]) => sorted(days).at(-1)
const earliest = (...days: (string | undefined)[]) => sorted(days)[0]
const sorted = (days: (string | undefined)[]): string[] => days.filter((day) => day !== undefined).sort()

/** Things that a typed text may name: a reference as banks write it, an item by its id, an amount. */
function namedBy(text: string, queues: readonly string[]): NonNullable<DecidedSearch['text']> {
  const amount = parseAmount(text.replace(/[฿₭\s]/g, ''))
  const ids = [...new Set([text, text.toLowerCase()])]
  return {
    references: [...new Set([text, text.toUpperCase()])],
    subjects: ids.flatMap((id) => [id, ...queues.map((queue) => `${queue}:${id}`)]),
    amountMinor: amount === undefined ? null : toMinor(amount),
  }
}

/**
 * A day that somebody typed, `26/11/2026`, `26.11.2569` or `2026-11-26`, as YYYY-MM-DD; undefined where it is
 * none.
 */
export function dayIn(typed: string): string | undefined {
  const text = latinDigits(typed)
  const [, y, m, d] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? []
  const [, date, month, year] = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(text) ?? []
  const [whole, inYear, on] = [Number(y ?? year), Number(m ?? month), Number(d ?? date)]
  // Thailand counts the years from 543 before.
  const common = whole > 2400 ? whole - 543 : whole
  const time = new Date(Date.UTC(common, inYear - 1, on))
  if (Number.isNaN(time.getTime()) || time.getUTCDate() !== on || time.getUTCMonth() !== inYear - 1)
    return undefined
  return time.toISOString().slice(0, 10)
}
