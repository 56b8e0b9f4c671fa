import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../platform/refusal.ts'
import { receivingPath } from '../../platform/unfinished-files.ts'
import type { Context } from '../context.ts'

/** Pictures of banners: re-encoded, and kept under the hash of what is kept, so that an address always shows the same picture. */

const maxBytes = 8 * 1024 * 1024
const kept = { edge: 1280, type: 'webp' } as const

export const pictureFile = (image: string): string => `campaign/${image}`

/**
 * @returns the name by which a content has it
 * @throws Refusal `PICTURE_INVALID`, `PAYLOAD_TOO_LARGE`, `INVALID_REQUEST`
 */
export async function takePicture({ files }: Context, request: FastifyRequest): Promise<string> {
  const received = receivingPath()
  try {
    await receive(request, received)
    // Some twenty megabytes of library, which a node needs from its first picture on.
    const { cleanPicture } = await import('../../platform/picture.ts')
    const picture = await cleanPicture(received, kept)
    if (picture.outcome !== 'picture') throw new Refusal('PICTURE_INVALID')
    return await keepPicture({ files }, picture.bytes)
  } finally {
    await rm(received, { force: true })
  }
}

/** Keeps a WebP picture. @returns the name by which a content has it */
export async function keepPicture({ files }: Pick<Context, 'files'>, bytes: Uint8Array): Promise<string> {
  const image = `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.webp`
  await files.keep(pictureFile(image), bytes)
  return image
}

async function receive(request: FastifyRequest, target: string): Promise<void> {
  const wrong = (reason: string) => new Refusal('INVALID_REQUEST', { fields: [{ field: 'file', reason }] })
  if (!request.isMultipart()) throw wrong('a multipart form')
  const part = await request
    .file({ limits: { fileSize: maxBytes, files: 1, fields: 4, fieldSize: 200, parts: 5, headerPairs: 20 } })
    .catch(() => undefined)
  if (!part) throw wrong('missing')
  await pipeline(part.file, createWriteStream(target, { mode: 0o600 }))
  if (part.file.truncated) throw new Refusal('PAYLOAD_TOO_LARGE')
}
