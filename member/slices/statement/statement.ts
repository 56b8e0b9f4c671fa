import type { AnswerOf, BodyOf } from '@krapao/contract/client.ts'
import { inBangkok } from '@krapao/contract/dates.ts'
import { paging } from '@krapao/contract/limits.ts'
import { fromMinor, toMinor } from '@krapao/contract/money.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../frame/calls/api.ts'

type Rows = AnswerOf<'POST /api/statement'>
export type Statement = Rows['statements'][number]
export type Entry = AnswerOf<'GET /api/statement/:id/entries'>['entries'][number]
export type Kind = Statement['statementType']
export type Filter = Omit<BodyOf<'POST /api/statement'>, 'page' | 'limit'>
export type Period = Pick<Filter, 'month' | 'from' | 'until'>

export const kinds: readonly Kind[] = ['deposit', 'withdraw', 'transfer', 'bonus', 'finish_bonus']

/** Rows that the server answers at most in one call. */
const mostRows = 100

/** The newest rows up to the end of a page, in as few calls as they take. */
async function readUpTo(page: number, filter: Filter, signal: AbortSignal): Promise<Rows> {
  const wanted = page * paging.statement
  const limit = Math.min(wanted, mostRows)
  // By their ids: a row that arrives between two calls moves the others on, and one of them would be there
  // twice.
  const rows = new Map<string, Statement>()
  for (let part = 1; ; part++) {
    const { total, statements } = await api(
      'POST /api/statement',
      { page: part, limit, ...filter },
      { signal },
    )
    for (const row of statements) rows.set(row._id, row)
    const read = part * limit
    if (read >= wanted || read >= total) return { total, statements: [...rows.values()].slice(0, wanted) }
  }
}

/** A page of the statement by itself, or with all pages before it. */
export const statementQuery = (page: number, filter: Filter, withEarlier: boolean) => ({
  queryKey: ['statement', 'page', page, filter, { withEarlier: withEarlier && page > 1 }],
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<Rows> =>
    withEarlier
      ? readUpTo(page, filter, signal)
      : api('POST /api/statement', { page, limit: paging.statement, ...filter }, { signal }),
})

/**
 * What `statementQuery` asks for, updated through the socket; the old page stays until the new one has
 * arrived.
 */
export const useStatement = (page: number, filter: Filter, withEarlier: boolean) =>
  useQuery({
    ...statementQuery(page, filter, withEarlier),
    // The rows last seen are there without a network, too, however long another page was open.
    gcTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    // In case the socket is down.
    refetchInterval: ({ state }) =>
      state.data?.statements.some(({ status }) => status === 'PENDING') ? 10_000 : false,
  })

export type SumName = 'in' | 'out' | 'net'

/**
 * The sums that are those of the rows that a filter shows: all of them, those of the one kind, or none. What
 * a search finds and what moves between the member's own accounts has no sum of what came in and went out.
 */
export function sumsOf({ type, search }: Filter): readonly SumName[] {
  if (search !== undefined) return []
  if (type === undefined) return ['in', 'out', 'net']
  return type === 'deposit' ? ['in'] : type === 'withdraw' ? ['out'] : []
}

/** The name of the difference, which says which way it goes: a plus sign would read as a gain. */
export const netName = (net: number | undefined): 'net' | 'moreIn' | 'moreOut' =>
  net === undefined || net === 0 ? 'net' : net > 0 ? 'moreIn' : 'moreOut'

/** What came in and went out within a time, updated through the socket. */
export const useSums = (period: Period) =>
  useQuery({
    queryKey: ['statement', 'sums', period],
    queryFn: ({ signal }) => api('GET /api/statement/sums', { query: period, signal }),
  })

export const useEntries = (id: string) =>
  useQuery({
    queryKey: ['statement', 'entries', id],
    queryFn: ({ signal }) => api('GET /api/statement/:id/entries', { params: { id } }, { signal }),
  })

/** Amount with its sign (product.md §9): deposit and bonus +, withdraw −, others none. */
export function signedAmount({ statementType, amount, currency }: Statement): string {
  const sign = { deposit: '+', bonus: '+', withdraw: '−', finish_bonus: '', transfer: '' }[statementType]
  return sign + formatMoney(amount, currency)
}

/** Whether a row is a deposit or withdrawal, of which there are receipts. */
export const hasReceipt = ({ statementType }: Statement): boolean =>
  statementType === 'deposit' || statementType === 'withdraw'

/** Rows by their day in Bangkok (YYYY-MM-DD), in their order. */
export function byDay<T extends { createdAt: string }>(rows: T[]): { day: string; rows: T[] }[] {
  const days: { day: string; rows: T[] }[] = []
  for (const row of rows) {
    const { day } = inBangkok(row.createdAt)
    const last = days.at(-1)
    if (last?.day === day) last.rows.push(row)
    else days.push({ day, rows: [row] })
  }
  return days
}

/** One of the member's accounts before and after a movement. */
export interface Change {
  account: string
  before: number
  after: number
}

/**
 * What a movement changed on the member's accounts, in the order of its entries. Accounts that hold money on
 * its way are there only while it is on its way: a transfer that is done has two changes, whatever its
 * entries.
 */
export function changesOf(entries: Pick<Entry, 'account' | 'amount' | 'balanceAfter'>[]): Change[] {
  const changes = new Map<string, Change>()
  for (const { account, amount, balanceAfter } of entries) {
    const before = changes.get(account)?.before ?? fromMinor(toMinor(balanceAfter) - toMinor(amount))
    changes.set(account, { account, before, after: balanceAfter })
  }
  return [...changes.values()].filter(({ before, after }) => before !== after)
}

/**
 * Bangkok months from the one of `now` back to the one of `since`, newest first, YYYY-MM; at most three
 * years.
 */
export function monthsBetween(since: Date, now: Date): string[] {
  const monthOf = (date: Date) => inBangkok(date).day.slice(0, 7)
  const first = monthOf(since)
  const months: string[] = []
  for (let month = monthOf(now); month >= first && months.length < 36; month = before(month)) {
    months.push(month)
  }
  return months
}

function before(month: string): string {
  const [year = 0, index = 1] = month.split('-').map(Number)
  return index === 1 ? `${year - 1}-12` : `${year}-${String(index - 1).padStart(2, '0')}`
}
