import { Readable } from 'node:stream'
import type { FastifyRequest, preParsingAsyncHookHandler } from 'fastify'
import type { Clock } from './clock.ts'
import { Refusal } from './refusal.ts'
import { signatureHeader, verifySignature } from './signature.ts'

/**
 * A `preParsing` hook for what is reported to us from outside: reads a body whose signature is right, to be parsed as
 * any other. The signature is over the bytes as they came; before it is checked, a stranger learns neither the form of
 * a report nor what it may be about. It throws a Refusal: `invalid-token` when not signed with the secret within five
 * minutes, `PAYLOAD_TOO_LARGE`.
 * @param secret undefined: nothing is believed
 */
export const readSigned =
  (secret: string | undefined, clock: Clock): preParsingAsyncHookHandler =>
  async (request: FastifyRequest, _reply, payload) => {
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of payload) {
      size += (chunk as Buffer).length
      if (size > request.routeOptions.bodyLimit) throw new Refusal('PAYLOAD_TOO_LARGE')
      chunks.push(chunk as Buffer)
    }
    const bytes = Buffer.concat(chunks)
    if (
      !secret ||
      !verifySignature(secret, bytes.toString(), request.headers[signatureHeader], clock.now())
    ) {
      throw new Refusal('invalid-token')
    }
    return Readable.from([bytes], { objectMode: false })
  }
