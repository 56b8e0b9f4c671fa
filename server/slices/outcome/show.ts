import type { Language } from '@krapao/contract/languages.ts'
import { fromMinor } from '@krapao/contract/money.ts'
import { slipNotes } from '@krapao/contract/slices/deposit/slip/list-slips.ts'
import type { ListedOutcome } from '@krapao/contract/slices/outcome/list-outcomes.ts'
import { outcomeReasons } from '@krapao/contract/slices/outcome/outcome.ts'
import { statementReasons } from '@krapao/contract/slices/statement/statement.ts'
import { addSeconds } from '../../platform/clock.ts'
import { defineSetting, Type } from '../../platform/settings.ts'
import type { Context } from '../context.ts'
import type { Stored } from './store.ts'

/** rules.md §21 */
export const outcomeDays = defineSetting(
  'outcome.days',
  Type.Integer({ minimum: 2, maximum: 400 }),
  30,
  'Days for which members are shown how something ended',
)

/** Seconds for which what ended is shown where it was seen waiting, until it is read. */
const freshSeconds = 86_400
/** The maximum of rows there. */
const maxFresh = 20
/** More than this is not counted. */
export const maxUnread = 100

export const shownSince = async ({ clock, settings }: Pick<Context, 'clock' | 'settings'>): Promise<Date> =>
  addSeconds(clock.now(), -86_400 * (await settings.get(outcomeDays)))

/** The unread outcomes of the last day, and the number of all unread ones. */
export function toEnded(
  unread: readonly Stored[],
  now: Date,
  language: Language,
): { ended: ListedOutcome[]; unread: number } {
  const fresh = addSeconds(now, -freshSeconds)
  const ended = unread.filter(({ at }) => at >= fresh).slice(0, maxFresh)
  return { ended: ended.map((outcome) => toOutcome(outcome, language)), unread: unread.length }
}

/** Codes that the member's app has texts for; what the other side said in words of its own is not shown. */
const reasons = new Set<string>([...statementReasons, ...slipNotes, ...outcomeReasons])

export const toOutcome = (
  { id, kind, result, reason, amountMinor, currency, from, to, source, description, at, isRead }: Stored,
  language: Language,
): ListedOutcome => ({
  _id: String(id),
  kind,
  result,
  reason: reason !== null && reasons.has(reason) ? reason : null,
  amount: amountMinor === null ? null : fromMinor(amountMinor),
  currency,
  from,
  to,
  source,
  description: description?.[language] || null,
  at: at.toISOString(),
  isRead,
})
