import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A text that is sent often and changes seldom, compressed once. */
export interface Packed {
  text: string
  gzip: Buffer
  br: Buffer
  /** Changes with the text. */
  version: string
}

export const pack = (text: string): Packed => ({
  text,
  gzip: gzipSync(text, { level: 9 }),
  br: brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } }),
  version: createHash('sha256').update(text).digest('base64url').slice(0, 16),
})

/** Sends it as the caller can read it, or only that the caller's copy is still right. */
export function sendPacked(request: FastifyRequest, reply: FastifyReply, packed: Packed): FastifyReply {
  const accepted = request.headers['accept-encoding'] ?? ''
  const form = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined
  const etag = `"${packed.version}${form ? `-${form}` : ''}"`
  reply.headers({ vary: 'accept-encoding', etag })
  // A proxy that compresses marks the name of the copy as weak.
  if (request.headers['if-none-match']?.replace(/^W\//, '') === etag) return reply.status(304).send()
  return form ? reply.header('content-encoding', form).send(packed[form]) : reply.send(packed.text)
}
