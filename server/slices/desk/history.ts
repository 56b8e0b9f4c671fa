import type { AnswerOf, QueryOf } from '@krapao/contract/client.ts'
import { addSeconds } from '../../platform/clock.ts'
import type { Context } from '../context.ts'
import { selectDecided } from '../operator/public.ts'
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
  const from = day === undefined ? undefined : new Date(`${day}T00:00:00+07:00`)
  const [at, id] = before?.split('-').map(Number) ?? []
  const rows = await selectDecided(context.db, queue.name, {
    ...(operatorId !== undefined && { operatorId }),
    ...(from && { from, to: addSeconds(from, 86_400) }),
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
