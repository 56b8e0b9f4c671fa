import type { AnswerOf, QueryOf } from '@krapao/contract/client.ts'
import { fromMinor } from '@krapao/contract/money.ts'
import { addSeconds } from '../../platform/clock.ts'
import type { Context } from '../context.ts'
import { selectDecided, sumDecided } from '../operator/public.ts'
import { fromAuditEvent } from './decided.ts'
import { queueOf } from './list.ts'
import { deskPage } from './rules.ts'

type Page = AnswerOf<'GET /api/console/desk/:queue/decided'>

/**
 * What people have decided in a queue, newest first (rules.md §17.1); what the system settled by itself is not in it.
 * @param asked `day`: of Bangkok; `before`: milliseconds and number of the last row on the page before
 * @throws Refusal `NO_DATA` no such queue
 */
export async function listDecided(
  context: Context,
  name: string,
  { operatorId, day, before }: QueryOf<'GET /api/console/desk/:queue/decided'>,
): Promise<Page> {
  const queue = queueOf(context, name)
  const time = day === undefined ? undefined : dayOf(day)
  const [at, id] = before?.split('-').map(Number) ?? []
  const rows = await selectDecided(context.db, queue.name, {
    ...(operatorId !== undefined && { operatorId }),
    ...time,
    ...(at !== undefined && id !== undefined && { before: { at: new Date(at), id } }),
    limit: deskPage + 1,
  })
  const shown = rows.slice(0, deskPage)
  const last = shown.at(-1)
  const items = await Promise.all(
    shown.map(async (row) => {
      const decided = await fromAuditEvent(context, row)
      const { reason, reasonCode, superseded, amount, currency, member } = decided
      return {
        id: row.subject.slice(queue.name.length + 1),
        reason,
        reasonCode,
        superseded,
        amount,
        currency,
        choice: row.action === 'desk.refuse' ? ('refuse' as const) : ('approve' as const),
        decidedBy: { _id: row.operator_id ?? '', name: row.operator_name ?? '' },
        at: row.at.toISOString(),
        member: member && { _id: member._id, name: member.name, username: member.username },
      }
    }),
  )
  return { items, next: rows.length > deskPage && last ? `${last.at.getTime()}-${last.id}` : null }
}

/** From when to when a Bangkok day is. */
function dayOf(day: string): { from: Date; to: Date } {
  const from = new Date(`${day}T00:00:00+07:00`)
  return { from, to: addSeconds(from, 86_400) }
}

const ends = { 'desk.approve': 'approve', 'desk.refuse': 'refuse', 'desk.superseded': 'noEffect' } as const

/** What people, or one operator, decided on a Bangkok day in each queue: how often, and the amounts together. */
export async function sumDay(
  context: Context,
  { day, operatorId }: QueryOf<'GET /api/console/decisions'>,
): Promise<AnswerOf<'GET /api/console/decisions'>> {
  const queues = context.desk.queues().map(({ name }) => name)
  const rows = await sumDecided(context.db, queues, {
    ...dayOf(day),
    ...(operatorId !== undefined && { operatorId }),
  })
  return {
    sums: rows.map(({ queue, action, currency, count, sumMinor }) => ({
      queue: queue as (typeof queues)[number],
      end: ends[action as keyof typeof ends],
      currency,
      count,
      sum: fromMinor(sumMinor),
    })),
  }
}
