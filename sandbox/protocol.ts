import { signatureHeader, verifySignature } from '@krapao/contract/signature.ts'
import type { FastifyInstance } from 'fastify'
import { type Answer, readJson, refused } from './answer.ts'
import type { Clock } from './clock.ts'
import type { Faults } from './faults.ts'

/** A validated call. */
export interface Plan {
  /** Carries the call out. */
  act(): Promise<Answer>
  /**
   * Decides the call as refused, for the fault `refuse`; a call that was decided before keeps its outcome.
   */
  refuse(): Promise<Answer>
}

/** A call of our server to a bank or provider. */
export interface ProtocolCall {
  url: string
  secret: string
  /** The target and call for which faults are set. @throws Answer 404 for an unknown target */
  address(params: Record<string, string>): { target: string; call: string }
  /**
   * Validates the body.
   * @param here the sandbox's address as the caller knows it
   * @throws Answer 400
   */
  read(target: string, body: Record<string, unknown>, here: string): Plan
}

/**
 * Adds a signed call. It checks the signature over the raw body (401 BAD_SIGNATURE), then the address, then
 * the body, and only then takes a fault, so that invalid calls use none up.
 */
export function mountCall(app: FastifyInstance, clock: Clock, faults: Faults, call: ProtocolCall): void {
  app.post(call.url, { schema: { hide: true } }, async (request, reply) => {
    const text = (request.body as string | undefined) ?? ''
    if (!verifySignature(call.secret, text, request.headers[signatureHeader], clock.now())) {
      throw refused(401, 'BAD_SIGNATURE')
    }
    const { target, call: name } = call.address(request.params as Record<string, string>)
    const here = `${request.protocol}://${request.host}${app.prefix}`
    const { act, refuse } = call.read(target, readJson(text), here)
    await faults.answer(reply, target, name, act, refuse)
    return reply
  })
}
