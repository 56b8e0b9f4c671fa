import { Readable } from 'node:stream'
import { signatureHeader, verifySignature } from '@krapao/contract/signature.ts'
import type { FastifyRequest, preParsingAsyncHookHandler } from 'fastify'
import type { Clock } from './clock.ts'
import { Refusal } from './refusal.ts'

/**
 * A `preParsing` hook for reports of banks and providers: checks the signature over the raw bytes of the body
 * before the body is parsed, so that a caller without the secret learns nothing about the reports' schema.
 * The hook throws Refusal `invalid-token` unless the body was signed with the secret within the last five
 * minutes, and `PAYLOAD_TOO_LARGE`.
 * @param secretOf the secret of the partner that the address names, so that nobody signs for another;
 *   undefined: every report of it is refused
 */
export const readSigned =
  (secretOf: (partner: string) => string | undefined, clock: Clock): preParsingAsyncHookHandler =>
  async (request: FastifyRequest, _reply, payload) => {
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of payload) {
      size += (chunk as Buffer).length
      if (size > request.routeOptions.bodyLimit) throw new Refusal('PAYLOAD_TOO_LARGE')
      chunks.push(chunk as Buffer)
    }
    const bytes = Buffer.concat(chunks)
    const [partner = ''] = Object.values(request.params as Record<string, string>)
    const secret = secretOf(partner)
    if (
      !secret ||
      !verifySignature(secret, bytes.toString(), request.headers[signatureHeader], clock.now())
    ) {
      throw new Refusal('invalid-token')
    }
    return Readable.from([bytes], { objectMode: false })
  }
