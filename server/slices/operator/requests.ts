import type { AnswerOf } from '@krapao/contract/client.ts'
import { consoleRoom } from '@krapao/contract/events.ts'
import { addSeconds } from '../../platform/clock.ts'
import { type Tx, transaction } from '../../platform/database.ts'
import type { OperatorCaller } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { readSettings } from '../../platform/settings.ts'
import type { Context } from '../context.ts'
import {
  type EndedState,
  endRequests,
  insertRequest,
  lockRequest,
  type RequestRow,
  type RequestsToEnd,
  selectRequests,
} from './request-store.ts'
import type { StaffRow } from './staff-store.ts'
import { insertAuditEvent } from './store.ts'
import { tieDays } from './ties.ts'

/**
 * Requests of an owner about the staff that another owner approves, so that nobody alone lets in a second
 * person (rules.md §17.8).
 */

/** Seconds after which a request is withdrawn by itself. */
const requestLasts = 3 * 86_400

type Shown = AnswerOf<'GET /api/console/staff/requests'>[number]

/** The moment until which nothing waits any more. */
export const lapsedUntil = ({ clock }: Pick<Context, 'clock'>): Date => addSeconds(clock.now(), -requestLasts)

const toShown = (row: RequestRow, days: number): Shown => ({
  _id: String(row.id),
  kind: row.kind,
  person: {
    _id: row.operatorId,
    email: row.email,
    name: row.name,
    role: row.role,
    isActive: row.isActive,
  },
  askedBy: { _id: row.askedBy, name: row.askedByName },
  askedAt: row.askedAt.toISOString(),
  until: addSeconds(row.askedAt, requestLasts).toISOString(),
  tieDays: days,
})

export async function listRequests(context: Context): Promise<Shown[]> {
  const days = await context.settings.get(tieDays)
  return (await selectRequests(context.db, lapsedUntil(context))).map((row) => toShown(row, days))
}

/**
 * Asks for something about a person, in the transaction that has locked the owners.
 * @throws Refusal `STAFF_REQUEST_WAITS` if something about the person waits already
 */
export async function ask(
  context: Context,
  tx: Tx,
  { operatorId, name }: OperatorCaller,
  wish: Pick<RequestRow, 'kind'> &
    Pick<StaffRow, 'email' | 'name' | 'role' | 'isActive'> & { id: string | null },
): Promise<Shown> {
  const now = context.clock.now()
  await endAll(context, tx, { email: wish.email, until: lapsedUntil(context) }, 'LAPSED', null)
  const row = {
    kind: wish.kind,
    operatorId: wish.id,
    email: wish.email,
    name: wish.name,
    role: wish.role,
    isActive: wish.isActive,
    askedBy: operatorId,
    askedAt: now,
  }
  const id = await insertRequest(tx, row)
  if (id === undefined) throw new Refusal('STAFF_REQUEST_WAITS')
  const details = { what: wish.kind, email: wish.email, role: wish.role }
  const subject = wish.id === null ? '' : `operator:${wish.id}`
  await insertAuditEvent(tx, { operatorId, action: 'operator.asked', subject, details }, now)
  tx.afterCommit(() => context.sockets.emit(consoleRoom, 'changed'))
  const read = await readSettings(tx, [tieDays])
  return toShown({ ...row, id, askedByName: name }, read(tieDays))
}

/**
 * A waiting request, which the transaction holds from now on.
 * @throws Refusal `NO_DATA`, `ALREADY_DECIDED` if it does not wait any more
 */
export async function takeRequest(context: Context, tx: Tx, id: string): Promise<RequestRow> {
  const row = await lockRequest(tx, Number(id), lapsedUntil(context))
  if (!row) throw new Refusal('ALREADY_DECIDED')
  return row
}

const actions = {
  REFUSED: 'operator.ask-refused',
  WITHDRAWN: 'operator.ask-withdrawn',
  LAPSED: 'operator.ask-lapsed',
} as const

/**
 * Ends requests that are not carried out, and audits each.
 * @param by null: the system
 */
export async function endAll(
  context: Pick<Context, 'clock' | 'sockets'>,
  tx: Tx,
  which: RequestsToEnd,
  state: Exclude<EndedState, 'DONE'>,
  by: string | null,
): Promise<void> {
  const now = context.clock.now()
  const ended = await endRequests(tx, which, { state, by, now })
  for (const { operatorId, email, kind, askedBy } of ended) {
    const subject = operatorId === null ? '' : `operator:${operatorId}`
    const details = { what: kind, email, askedBy: { operatorId: askedBy } }
    await insertAuditEvent(tx, { operatorId: by, action: actions[state], subject, details }, now)
  }
  if (ended.length > 0) tx.afterCommit(() => context.sockets.emit(consoleRoom, 'changed'))
}

/** Records that a request was carried out. */
export async function finish(context: Context, tx: Tx, id: number, by: string): Promise<void> {
  await endRequests(tx, { id }, { state: 'DONE', by, now: context.clock.now() })
  tx.afterCommit(() => context.sockets.emit(consoleRoom, 'changed'))
}

/** Withdraws requests that nobody approved in time. */
export const sweepRequests = (context: Context): Promise<void> =>
  transaction(context.db, (tx) => endAll(context, tx, { until: lapsedUntil(context) }, 'LAPSED', null))
