import type { AnswerOf, BodyOf } from '@krapao/contract/client.ts'
import { paging } from '@krapao/contract/limits.ts'
import { formatDate, formatMoney } from '@krapao/web/ui/format.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../app/api.ts'

export type Statement = AnswerOf<'POST /api/statement'>['statements'][number]
export type Entry = AnswerOf<'GET /api/statement/:id/entries'>['entries'][number]
export type Kind = Statement['statementType']
export type Filter = Pick<BodyOf<'POST /api/statement'>, 'type' | 'month'>

export const kinds: readonly Kind[] = ['deposit', 'withdraw', 'transfer', 'bonus', 'finish_bonus']

/** A page of the statement, updated through the socket; the old page stays until the new one has arrived. */
export const useStatement = (page: number, filter: Filter) =>
  useQuery({
    queryKey: ['statement', 'page', page, filter],
    queryFn: ({ signal }) =>
      api('POST /api/statement', { page, limit: paging.statement, ...filter }, { signal }),
    placeholderData: keepPreviousData,
    // In case the socket is down.
    refetchInterval: ({ state }) =>
      state.data?.statements.some(({ status }) => status === 'PENDING') ? 10_000 : false,
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

/** Rows by day in the device's time zone, in their order. */
export function byDay<T extends { createdAt: string }>(rows: T[]): { day: string; rows: T[] }[] {
  const days: { day: string; rows: T[] }[] = []
  for (const row of rows) {
    const day = dayOf(row.createdAt)
    const last = days.at(-1)
    if (last?.day === day) last.rows.push(row)
    else days.push({ day, rows: [row] })
  }
  return days
}

/** DD/MM/YYYY. */
export const dayOf = (date: Date | string): string => formatDate(date).slice(0, 10)

/** Bangkok months from the one of `now` back to the one of `since`, newest first, YYYY-MM; at most three years. */
export function monthsBetween(since: Date, now: Date): string[] {
  const monthOf = (date: Date) => new Date(date.getTime() + 7 * 3_600_000).toISOString().slice(0, 7)
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
