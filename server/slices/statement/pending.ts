import type { Language } from '@krapao/contract/languages.ts'
import { fromMinor } from '@krapao/contract/money.ts'
import type { PendingMoney } from '@krapao/contract/slices/statement/list-pending.ts'
import type { Context } from '../context.ts'
import { recordExpired } from '../deposit/public.ts'
import { maxUnread, shownSince, toEnded } from '../outcome/public.ts'
import { selectUnderWay } from './pending-store.ts'

/**
 * The maximum of rows in an answer: more than anybody reads, and a limit for members who upload slips all
 * day.
 */
const maxRows = 50

/**
 * A member's money under way, newest first, and its unread outcomes. The order depends on nothing but the
 * rows, so that calls at one moment agree on it.
 */
export async function listUnderWay(
  context: Context,
  memberId: string,
  language: Language,
): Promise<{ pending: PendingMoney[] } & ReturnType<typeof toEnded>> {
  const { db, clock } = context
  const since = await shownSince(context)
  const read = () => selectUnderWay(db, memberId, { now: clock.now(), maxRows, since, maxUnread })
  let rows = await read()
  if (rows.some(({ list }) => list === 'expired')) {
    await recordExpired(context, memberId)
    rows = await read()
  }
  const unread = rows
    .flatMap((entry) => (entry.list === 'unread' ? { ...entry.row, at: new Date(entry.row.at) } : []))
    .sort((a, b) => b.id - a.id)
  const ended = toEnded(unread, clock.now(), language)
  // A code runs out by the clock of the node, so the node that has recorded it may be ahead of this one.
  const sources = new Set(ended.ended.map(({ source }) => source))
  const pending = rows
    .flatMap((entry) => (entry.list === 'pending' ? entry.row : []))
    .filter(({ key }) => !sources.has(key))
    .map(({ amountMinor, createdAt, expiresAt, ...row }) => ({
      ...row,
      amount: amountMinor === null ? null : fromMinor(amountMinor),
      createdAt: new Date(createdAt).toISOString(),
      expireIn: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    }))
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt) || (a.key < b.key ? 1 : -1))
    .slice(0, maxRows)
  return { pending, ...ended }
}
