import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { FastifyRequest } from 'fastify'
import { FormError, receiveFormFile } from '../../platform/form-file.ts'
import { Refusal } from '../../platform/refusal.ts'
import { receivingPath } from '../../platform/unfinished-files.ts'
import type { Context } from '../context.ts'

/** Pictures of banners: re-encoded, and kept under the hash of what is kept, so that an address always shows the same picture. */

const maxBytes = 8 * 1024 * 1024
const kept = { edge: 1280, type: 'webp', minEdge: 80 } as const

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
  await receiveFormFile(request, target, maxBytes).catch((error) => {
    if (!(error instanceof FormError) || error.failure === 'disk') throw error
    if (error.failure === 'too-large') throw new Refusal('PAYLOAD_TOO_LARGE')
    const reason = error.failure === 'no-file' ? 'missing' : 'a multipart form'
    throw new Refusal('INVALID_REQUEST', { fields: [{ field: 'file', reason }] })
  })
}
