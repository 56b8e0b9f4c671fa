import type { AnswerOf, QueryOf } from '@krapao/contract/client.ts'
import { fromMinor } from '@krapao/contract/money.ts'
import type { DeskQueueName } from '@krapao/contract/slices/desk/desk-item.ts'
import type { DecisionFilter } from '@krapao/contract/slices/desk/list-decisions.ts'
import type { Static } from 'typebox'
import { addSeconds, bangkokDays } from '../../platform/clock.ts'
import type { OperatorCaller } from '../../platform/http.ts'
import type { Context } from '../context.ts'
import {
  type AuditPlace,
  type AuditRow,
  admitExport,
  auditExport,
  type DecidedSearch,
  maxExported,
  searchDecided,
  sumDecided,
  sumSearched,
} from '../operator/public.ts'
import { fromAuditEvent } from './decided.ts'
import { decidedBy, endOf } from './history-filter.ts'
import { queueOf } from './list.ts'
import { deskPage } from './rules.ts'

type QueueName = Static<typeof DeskQueueName>
type Page = AnswerOf<'GET /api/console/desk/:queue/decided'>
type Decision = AnswerOf<'GET /api/console/decided'>['decisions'][number]

/**
 * The decisions of people in a queue, newest first (rules.md §17.1); what the system settled by itself is not
 * in it.
 * @param asked `day`: of Bangkok; `before`: milliseconds and number of the last row on the page before
 * @throws Refusal `NO_DATA` no such queue
 */
export async function listDecided(
  context: Context,
  name: string,
  { operatorId, day, before }: QueryOf<'GET /api/console/desk/:queue/decided'>,
): Promise<Page> {
  const queue = queueOf(context, name)
  const search = { queue: queue.name, operatorId, ...bangkokDays(day, day) }
  const { rows, next } = await pageOf(context, search, before)
  const decisions = await decisionsOf(context, rows)
  return { items: decisions.map(({ queue: _, ...item }) => item), next }
}

/**
 * The decisions of people in every queue, newest first, within the filters (rules.md §17.14).
 * @throws Refusal `INVALID_REQUEST` for amounts or days the wrong way round
 */
export async function listDecisions(
  context: Context,
  { before, ...filter }: QueryOf<'GET /api/console/decided'>,
): Promise<AnswerOf<'GET /api/console/decided'>> {
  const search = searchFor(context, filter)
  const [{ rows, next }, sums] = await Promise.all([
    pageOf(context, search, before),
    before === undefined ? sumSearched(context.db, search) : undefined,
  ])
  return {
    decisions: await decisionsOf(context, rows),
    next,
    sums:
      sums?.map(({ action, currency, count, sumMinor }) => ({
        end: endOf(action),
        currency,
        count,
        sum: fromMinor(sumMinor),
      })) ?? null,
  }
}

/**
 * The newest of the same for a file; audited.
 * @throws Refusal `REQUEST_LIMIT`, `INVALID_REQUEST`, and as `auditExport`
 */
export async function exportDecisions(
  context: Context,
  caller: OperatorCaller,
  filter: DecisionFilter,
): Promise<AnswerOf<'POST /api/console/decided/export'>> {
  const search = searchFor(context, filter)
  await admitExport(context, caller)
  const rows = await searchDecided(context.db, search, { limit: maxExported + 1 })
  const decisions = await decisionsOf(context, rows.slice(0, maxExported))
  await auditExport(context, caller, { action: 'export.decisions', filter, count: decisions.length })
  return { decisions: decisions.map(withoutNumber), complete: rows.length <= maxExported }
}

/** A file has no numbers, for any role (docs/decisions/0062). */
const withoutNumber = ({ member, ...decision }: Decision) => ({
  ...decision,
  member: member && { _id: member._id, name: member.name },
})

/** Of what is looked up at most. */
const shownFound = 5

/** The latest decisions by a reference, an id, an amount or a day; none where a text can be none of these. */
export async function findDecisions(
  context: Context,
  text: string,
): Promise<{ decided: Decision[]; hasMoreDecided: boolean }> {
  // Narrowed by nothing, it would be the latest of all.
  if (text.trim() === '') return { decided: [], hasMoreDecided: false }
  const search = searchFor(context, { search: text })
  const rows = await searchDecided(context.db, search, { limit: shownFound + 1 })
  return {
    decided: await decisionsOf(context, rows.slice(0, shownFound)),
    hasMoreDecided: rows.length > shownFound,
  }
}

/** @param before the `next` of the page before */
async function pageOf(
  { db }: Context,
  search: DecidedSearch,
  before: string | undefined,
): Promise<{ rows: AuditRow[]; next: string | null }> {
  const [at, id] = before?.split('-').map(Number) ?? []
  const place: AuditPlace | undefined =
    at !== undefined && id !== undefined ? { at: new Date(at), id } : undefined
  const found = await searchDecided(db, search, { before: place, limit: deskPage + 1 })
  const rows = found.slice(0, deskPage)
  const last = rows.at(-1)
  return { rows, next: found.length > deskPage && last ? `${last.at.getTime()}-${last.id}` : null }
}

function searchFor(context: Context, filter: DecisionFilter): DecidedSearch {
  const queues = context.desk.queues().map(({ name }) => name)
  return decidedBy(filter, queues)
}

/** The decisions that audit events record; their members are read together. */
const decisionsOf = (context: Context, rows: AuditRow[]): Promise<Decision[]> =>
  Promise.all(
    rows.map(async (row) => {
      const decided = await fromAuditEvent(context, row)
      const { reason, reasonCode, superseded, amount, currency, member } = decided
      const [queue = '', ...id] = row.subject.split(':')
      return {
        queue: queue as QueueName,
        id: id.join(':'),
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

/** Number and sums of the decisions of people, or of one operator, in each queue on a Bangkok day. */
export async function sumDay(
  context: Context,
  { day, operatorId }: QueryOf<'GET /api/console/decisions'>,
): Promise<AnswerOf<'GET /api/console/decisions'>> {
  const queues = context.desk.queues().map(({ name }) => name)
  const from = new Date(`${day}T00:00:00+07:00`)
  const rows = await sumDecided(context.db, queues, {
    from,
    to: addSeconds(from, 86_400),
    ...(operatorId !== undefined && { operatorId }),
  })
  return {
    sums: rows.map(({ queue, action, currency, count, sumMinor }) => ({
      queue: queue as QueueName,
      end: endOf(action),
      currency,
      count,
      sum: fromMinor(sumMinor),
    })),
  }
}
