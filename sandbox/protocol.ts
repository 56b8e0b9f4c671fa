import type { FastifyInstance } from 'fastify'
import type { Clock } from '../server/platform/clock.ts'
import { signatureHeader, verifySignature } from '../server/platform/signature.ts'
import { type Answer, readJson, refused } from './answer.ts'
import type { Faults } from './faults.ts'

/** What a call does, and how the world refuses it definitely. */
export interface Plan {
  act(): Promise<Answer>
  refuse(): Promise<Answer>
}

/** One call of the protocol between our server and the outside world. */
export interface ProtocolCall {
  url: string
  secret: string
  /** The fault target and call that a request addresses. @throws Answer 404 for a target that does not exist */
  address(params: Record<string, string>): { target: string; call: string }
  /**
   * Reads the body and gives what is to be done. `here`: the sandbox's own address as the caller knows it.
   * @throws Answer 400
   */
  read(target: string, body: Record<string, unknown>, here: string): Plan
}

/**
 * Adds one signed call: signature over the bytes as they came (401 BAD_SIGNATURE), then the address, then the body,
 * then the fault that is set, if any. Only a call that could have been done uses a fault up.
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
