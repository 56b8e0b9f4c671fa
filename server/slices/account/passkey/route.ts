import { addPasskey as addPasskeyCall } from '@krapao/contract/slices/account/passkey/add-passkey.ts'
import { askPasskey as askPasskeyCall } from '@krapao/contract/slices/account/passkey/ask-passkey.ts'
import { loginByPasskey } from '@krapao/contract/slices/account/passkey/login-by-passkey.ts'
import { preparePasskey as preparePasskeyCall } from '@krapao/contract/slices/account/passkey/prepare-passkey.ts'
import { removePasskey as removePasskeyCall } from '@krapao/contract/slices/account/passkey/remove-passkey.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { mount } from '../../../platform/http.ts'
import { publicOriginOf } from '../../../platform/public-origin.ts'
import { placeAt } from '../../../platform/web-authn.ts'
import type { Context } from '../../context.ts'
import { enter } from '../history/enter.ts'
import { namesIn } from '../history/user-agent.ts'
import {
  addPasskey,
  askPasskey,
  listPasskeys,
  logInByPasskey,
  preparePasskey,
  removePasskey,
} from './passkeys.ts'

const ok = { message: 'OK' } as const

/** Passkeys (rules.md §2.8). */
export function mountPasskeys(app: FastifyInstance, context: Context): void {
  const { gate } = context
  const placeOf = (request: FastifyRequest) => placeAt(publicOriginOf(context.publicUrl, request))

  mount(app, gate, askPasskeyCall, async ({ request }) => askPasskey(context, placeOf(request)))
  mount(app, gate, loginByPasskey, async ({ body, request, reply }) => {
    const place = placeOf(request)
    const { token, phone } = await enter(context, { way: 'passkey', request, reply }, () =>
      logInByPasskey(context, place, body),
    )
    return { token, username: phone }
  })
  mount(app, gate, preparePasskeyCall, async ({ body, caller, request }) =>
    preparePasskey(context, placeOf(request), { memberId: caller.memberId, password: body.password }),
  )
  mount(app, gate, addPasskeyCall, async ({ body, caller, request }) => {
    const names = namesIn(request.headers['user-agent'])
    await addPasskey(context, placeOf(request), caller, body, names)
    return ok
  })
  mount(app, gate, removePasskeyCall, async ({ body, caller }) => {
    await removePasskey(context, caller.memberId, body._id)
    return ok
  })
}

/** The passkeys on the page of devices. */
export const passkeysOn = (context: Context) => async (request: FastifyRequest, memberId: string) => ({
  passkeys: await listPasskeys(context, memberId),
  passkeysPossible: publicOriginOf(context.publicUrl, request) !== undefined,
})
