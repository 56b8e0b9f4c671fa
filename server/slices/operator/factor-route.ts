import { addOperatorPasskey } from '@krapao/contract/slices/operator/add-operator-passkey.ts'
import { askOperatorPasskey } from '@krapao/contract/slices/operator/ask-operator-passkey.ts'
import { confirmIdentity as confirmIdentityCall } from '@krapao/contract/slices/operator/confirm-identity.ts'
import { confirmSecondFactor } from '@krapao/contract/slices/operator/confirm-second-factor.ts'
import { listOperatorPasskeys } from '@krapao/contract/slices/operator/list-operator-passkeys.ts'
import { prepareOperatorPasskey } from '@krapao/contract/slices/operator/prepare-operator-passkey.ts'
import { prepareSecondFactor } from '@krapao/contract/slices/operator/prepare-second-factor.ts'
import { removeOperatorPasskey } from '@krapao/contract/slices/operator/remove-operator-passkey.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { mount } from '../../platform/http.ts'
import { publicOriginOf } from '../../platform/public-origin.ts'
import { placeAt } from '../../platform/web-authn.ts'
import type { Context } from '../context.ts'
import { confirmFactor, confirmIdentity, prepareFactor } from './factor.ts'
import { addPasskey, askPasskey, listPasskeys, preparePasskey, removePasskey } from './passkeys.ts'

const ok = { message: 'OK' } as const

/**
 * How operators prove their identity beside the password: codes, passkeys, and being asked again (rules.md
 * §17.8).
 */
export function mountFactors(app: FastifyInstance, context: Context): void {
  const { gate } = context
  const originOf = (request: FastifyRequest) => publicOriginOf(context.publicUrl, request)

  mount(app, gate, prepareSecondFactor, ({ caller }) => prepareFactor(context, caller))

  mount(app, gate, confirmSecondFactor, async ({ caller, body, request }) => {
    await confirmFactor(context, caller, { ...body, ip: request.ip })
    return ok
  })

  mount(app, gate, listOperatorPasskeys, async ({ caller, request }) => ({
    isPossible: originOf(request) !== undefined,
    passkeys: await listPasskeys(context, caller.operatorId),
  }))

  mount(app, gate, prepareOperatorPasskey, async ({ caller, request }) =>
    preparePasskey(context, placeAt(originOf(request)), caller),
  )

  mount(app, gate, addOperatorPasskey, async ({ caller, body, request }) => {
    await addPasskey(context, placeAt(originOf(request)), caller, body)
    return ok
  })

  mount(app, gate, removeOperatorPasskey, async ({ caller, params, request }) => {
    const origin = originOf(request)
    await removePasskey(context, origin && placeAt(origin).rpId, caller, params.id)
    return ok
  })

  mount(app, gate, askOperatorPasskey, async ({ caller, request }) =>
    askPasskey(context, placeAt(originOf(request)), caller),
  )

  mount(app, gate, confirmIdentityCall, async ({ caller, body, request }) => {
    await confirmIdentity(context, caller, { ...body, ip: request.ip, origin: originOf(request) })
    return ok
  })
}
