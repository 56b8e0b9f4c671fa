import type { FastifyRequest } from 'fastify'
import type { Customer } from '../../platform/http.ts'
import { randomLetters } from '../../platform/random-letters.ts'
import { Refusal } from '../../platform/refusal.ts'
import { sealedOutside } from '../../platform/sealer.ts'
import { admit, sessionOf } from '../account/public.ts'
import type { Context } from '../context.ts'

/**
 * The identity of a customer (rules.md §12.1). A visitor's token is the guest id, sealed with the server's
 * key: nobody can make one for an id, and nothing is stored before the first message.
 */

const bound = sealedOutside(
  'tokens of visitors in the chat, in their browsers',
  'chat guest',
  'a visitor whose token it sealed begins a new conversation; staff keep the one before',
)

export function newGuest({ sealer }: Pick<Context, 'sealer'>): { guestId: string; guestToken: string } {
  const guestId = `gu${randomLetters(22)}`
  return { guestId, guestToken: sealer.seal(guestId, bound) }
}

/** The guest id of a token; undefined if this server did not make the token. */
export function guestOf({ sealer }: Pick<Context, 'sealer'>, token: string): string | undefined {
  if (!/^[A-Za-z0-9_-]{40,200}$/.test(token)) return undefined
  try {
    return sealer.open(token, bound)
  } catch {
    return undefined
  }
}

/**
 * Authenticates a customer's call: by the member's token if there is one, else by the guest token.
 * @throws Refusal `invalid-token` (401), `KEY_MISSING`, `KEY_INVALID`, `INACTIVE_USER` (403)
 */
export async function admitCustomer(context: Context, request: FastifyRequest): Promise<Customer> {
  const given = request.headers['x-guest-token']
  if (request.headers.authorization === undefined && typeof given === 'string') {
    const guestId = guestOf(context, given)
    if (guestId === undefined) throw new Refusal('invalid-token')
    return { memberId: null, guestId }
  }
  const { memberId } = await admit(context, request)
  return { memberId, guestId: null }
}

/** The customer whose token this is, with the name of the session by which a socket is ended. */
export async function customerOfToken(
  context: Context,
  token: string,
): Promise<{ customer: Customer; session: string } | undefined> {
  const caller = await sessionOf(context, token)
  if (caller) return { customer: { memberId: caller.memberId, guestId: null }, session: caller.sessionHash }
  const guestId = guestOf(context, token)
  return guestId === undefined
    ? undefined
    : { customer: { memberId: null, guestId }, session: `guest ${guestId}` }
}
