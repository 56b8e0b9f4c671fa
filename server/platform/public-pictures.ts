import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Files } from './files.ts'
import { FormError, oneFile, receiveFormFile } from './form-file.ts'
import { type Pictures, untilHangUp } from './pictures.ts'
import { Refusal } from './refusal.ts'
import { receivingPath } from './unfinished-files.ts'

const maxBytes = 8 * 1024 * 1024
const kept = { edge: 1280, type: 'webp', minEdge: 80 } as const

/**
 * Pictures of operators that everybody may see: re-encoded, and kept under the hash of what is kept, so that
 * an address always shows the same picture. None is ever removed.
 * @param folder the name of their kind, small letters; they are served under `/files/{folder}/{image}`
 */
export function publicPictures(files: Pick<Files, 'keep' | 'read'>, folder: string) {
  const read = async (image: string): Promise<Buffer | undefined> =>
    /^[0-9a-f]{32}\.webp$/.test(image) ? files.read(`${folder}/${image}`) : undefined

  /** Keeps a WebP picture. @returns its name */
  async function keep(bytes: Uint8Array): Promise<string> {
    const image = `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.webp`
    await files.keep(`${folder}/${image}`, bytes)
    return image
  }

  return {
    keep,

    /** Whether there is a picture of this name. */
    has: async (image: string): Promise<boolean> => (await read(image)) !== undefined,

    /**
     * Takes in the file of a form.
     * @returns the picture's name
     * @throws Refusal `PICTURE_INVALID`, `PAYLOAD_TOO_LARGE`, `INVALID_REQUEST`, `SERVICE_UNAVAILABLE`
     */
    async take(request: FastifyRequest, pictures: Pictures): Promise<string> {
      const received = receivingPath()
      try {
        await receive(request, received)
        const picture = await untilHangUp(request, (signal) => pictures.clean(received, kept, signal))
        if (picture.outcome !== 'picture') throw new Refusal('PICTURE_INVALID')
        return await keep(picture.bytes)
      } finally {
        await rm(received, { force: true })
      }
    },

    /** Serves them to everybody. */
    serve(app: FastifyInstance): void {
      app.get(`/files/${folder}/:name`, { schema: { hide: true } }, async (request, reply) => {
        const picture = await read((request.params as { name: string }).name)
        if (!picture) throw new Refusal('NO_DATA')
        return reply
          .headers({
            'content-type': 'image/webp',
            'content-disposition': 'inline',
            'cache-control': 'public, max-age=31536000, immutable',
            'x-content-type-options': 'nosniff',
            'content-security-policy': "default-src 'none'; sandbox",
          })
          .send(picture)
      })
    },
  }
}

const aForm = 'a multipart form'

async function receive(request: FastifyRequest, target: string): Promise<void> {
  await receiveFormFile(request, target, maxBytes).catch((error) => {
    if (!(error instanceof FormError) || error.failure === 'disk') throw error
    if (error.failure === 'too-large') throw new Refusal('PAYLOAD_TOO_LARGE')
    const reasons = { 'no-file': 'missing', 'too-many': oneFile, 'no-form': aForm, broken: aForm }
    throw new Refusal('INVALID_REQUEST', { fields: [{ field: 'file', reason: reasons[error.failure] }] })
  })
}
