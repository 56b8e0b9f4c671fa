import type { AnswerOf } from '@krapao/contract/client.ts'
import { addSeconds } from '../../platform/clock.ts'
import { transaction } from '../../platform/database.ts'
import type { OperatorCaller } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { defineSetting, Type } from '../../platform/settings.ts'
import type { Context } from '../context.ts'
import { endOwnSessions, selectOwnSessions } from './session-store.ts'
import { insertAuditEvent } from './store.ts'

/**
 * The sessions of one operator, and the moment from which on one has been used by nobody (rules.md §17.8).
 */

export const idleMinutes = defineSetting(
  'operator.idleMinutes',
  Type.Integer({ minimum: 3, maximum: 1440 }),
  20,
  'Minutes after which an operator’s session ends in which nobody did anything; calls that a page makes by itself do not count',
)

/** Since when a session has to have been used: before that, exclusive, it has ended. */
export const usedSince = async ({ settings, clock }: Pick<Context, 'settings' | 'clock'>): Promise<Date> =>
  addSeconds(clock.now(), -(await settings.get(idleMinutes)) * 60)

export async function listOwnSessions(
  context: Context,
  { operatorId, sessionHash }: OperatorCaller,
): Promise<AnswerOf<'GET /api/console/sessions'>> {
  const open = { now: context.clock.now(), since: await usedSince(context) }
  const rows = await selectOwnSessions(context.db, { operatorId, sessionHash }, open)
  return rows.map(({ id, browser, system, address, createdAt, lastUsedAt, isOwn }) => ({
    ...{ _id: id, browser, system, address, isOwn },
    loggedInAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
  }))
}

/**
 * Ends one of the caller's sessions, or all others.
 * @param id undefined: all but that of the call
 * @throws Refusal `NO_DATA` if the caller has no such session; one that has ended already is fine
 */
export async function endSessionsOf(
  context: Context,
  { operatorId, sessionHash }: OperatorCaller,
  id?: string,
): Promise<void> {
  const now = context.clock.now()
  const ended = await transaction(context.db, async (tx) => {
    const found = await endOwnSessions(tx, { operatorId, sessionHash, id, now })
    if (id !== undefined && found.length === 0) throw new Refusal('NO_DATA')
    const fresh = found.filter(({ isFresh }) => isFresh)
    if (fresh.length > 0) {
      const event = {
        operatorId,
        action: 'operator.sessions-ended',
        subject: `operator:${operatorId}`,
      } as const
      await insertAuditEvent(tx, event, now)
    }
    return fresh
  })
  for (const { hash } of ended) context.sockets.endSession(hash)
}
