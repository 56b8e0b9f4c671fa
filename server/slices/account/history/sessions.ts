import type { AnswerOf } from '@krapao/contract/client.ts'
import { addSeconds } from '../../../platform/clock.ts'
import { transaction } from '../../../platform/database.ts'
import type { Caller } from '../../../platform/http.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { defineSetting, Type } from '../../../platform/settings.ts'
import type { Context } from '../../context.ts'
import { accountOf } from '../devices.ts'
import { keepSession } from '../session-store.ts'
import { findCredentialById, lockMember, revokeOthers } from '../store.ts'
import * as store from './store.ts'

/** rules.md §2.9 */
const askDays = defineSetting(
  'login.askDays',
  Type.Integer({ minimum: 1, maximum: 365 }),
  30,
  'Days that a member is asked about a login from a new device',
)
const newDeviceDays = defineSetting(
  'login.newDeviceDays',
  Type.Integer({ minimum: 0, maximum: 365 }),
  3,
  'Days in which a new device is not asked about other new devices',
)

/** How many rows the page shows. */
const shown = { succeeded: 20, refused: 10 }

export async function listSessions(
  { db, clock }: Context,
  { memberId, sessionHash }: Caller,
): Promise<Pick<AnswerOf<'GET /api/account/devices'>, 'sessions' | 'logins'>> {
  const sessions = await store.selectSessionsOf(db, memberId, sessionHash, clock.now())
  const logins = await store.selectLoginsOf(db, memberId, shown)
  return {
    sessions: sessions.map(({ id, browser, system, address, created_at, last_used_at, is_own }) => ({
      _id: id,
      browser,
      system,
      address,
      loggedInAt: created_at.toISOString(),
      lastUsedAt: last_used_at.toISOString(),
      isOwn: is_own,
    })),
    logins: logins.map(({ is_new, succeeded, ...login }) => ({
      ...loginAnswer(login),
      succeeded,
      isNew: is_new,
    })),
  }
}

const loginAnswer = ({ id, at, way, browser, system, address }: store.StoredLogin) => ({
  _id: id,
  at: at.toISOString(),
  way,
  browser,
  system,
  address,
})

/** @throws Refusal `NO_DATA` if the member has no such session; one that has ended already is fine */
export async function endOne(context: Context, { memberId }: Caller, id: string): Promise<void> {
  const hash = await store.revokeOne(context.db, memberId, id, context.clock.now())
  if (hash === undefined) throw new Refusal('NO_DATA')
  if (hash) context.sockets.endSession(hash)
}

/** @throws Refusal `INACTIVE_USER`, `invalid-token` if the caller's own session has ended meanwhile */
export async function endOthers(context: Context, caller: Caller): Promise<void> {
  const { memberId, sessionHash } = caller
  const ended = await transaction(context.db, async (tx) => {
    await lockMember(tx, memberId)
    await keepSession(tx, caller)
    return revokeOthers(tx, memberId, sessionHash, context.clock.now())
  })
  for (const hash of ended) context.sockets.endSession(hash)
}

async function askerOf({ settings, clock }: Context, caller: Caller): Promise<store.Asker> {
  const before = async (days: typeof askDays) => addSeconds(clock.now(), -(await settings.get(days)) * 86_400)
  return { ...caller, since: await before(askDays), trustedBefore: await before(newDeviceDays) }
}

/** The logins from new devices that this session is asked about (rules.md §2.9). */
export async function listAsked(context: Context, caller: Caller) {
  const asked = await store.selectAsked(context.db, await askerOf(context, caller))
  return asked.map(loginAnswer)
}

/**
 * Answers whether a login from a new device was the member. A device that is a stranger's is logged out.
 * @throws Refusal `NO_DATA` if this session is not asked about it, or it was answered before
 */
export async function answerAsked(
  context: Context,
  caller: Caller,
  id: string,
  isMine: boolean,
): Promise<void> {
  const now = context.clock.now()
  const { memberId } = caller
  const asker = await askerOf(context, caller)
  const { phone } = await findCredentialById(context.db, memberId)
  const account = accountOf({ circle: 'member', name: phone })
  const ended = await transaction(context.db, async (tx) => {
    const answered = await store.answerLogin(tx, asker, id, now)
    if (!answered) throw new Refusal('NO_DATA')
    return isMine ? [] : store.expelDevice(tx, { memberId, account, hash: answered.device_hash, now })
  })
  for (const hash of ended) context.sockets.endSession(hash)
}
