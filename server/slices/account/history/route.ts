import type { AnswerOf } from '@krapao/contract/client.ts'
import { answerNewLogin } from '@krapao/contract/slices/account/history/answer-new-login.ts'
import { endOtherSessions } from '@krapao/contract/slices/account/history/end-other-sessions.ts'
import { endSession } from '@krapao/contract/slices/account/history/end-session.ts'
import { listDevices } from '@krapao/contract/slices/account/history/list-devices.ts'
import { listNewLogins } from '@krapao/contract/slices/account/history/list-new-logins.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { mount } from '../../../platform/http.ts'
import type { Context } from '../../context.ts'
import { answerAsked, endOne, endOthers, listAsked, listSessions } from './sessions.ts'

const ok = { message: 'OK' } as const

type Passkeys = Pick<AnswerOf<'GET /api/account/devices'>, 'passkeys' | 'passkeysPossible'>

/**
 * Where a member is logged in (rules.md §2.9).
 * @param passkeysOf the rest of that page
 */
export function mountHistory(
  app: FastifyInstance,
  context: Context,
  passkeysOf: (request: FastifyRequest, memberId: string) => Promise<Passkeys>,
): void {
  const { gate } = context
  mount(app, gate, listDevices, async ({ caller, request }) => ({
    ...(await listSessions(context, caller)),
    ...(await passkeysOf(request, caller.memberId)),
  }))
  mount(app, gate, endSession, async ({ caller, params }) => {
    await endOne(context, caller, params.id)
    return ok
  })
  mount(app, gate, endOtherSessions, async ({ caller }) => {
    await endOthers(context, caller)
    return ok
  })
  mount(app, gate, listNewLogins, async ({ caller }) => ({ logins: await listAsked(context, caller) }))
  mount(app, gate, answerNewLogin, async ({ caller, params, body }) => {
    await answerAsked(context, caller, params.id, body.isMine)
    return ok
  })
}
