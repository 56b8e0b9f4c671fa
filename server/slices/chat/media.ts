import { open, readFile, rm } from 'node:fs/promises'
import { extname } from 'node:path'
import { chat } from '@krapao/contract/limits.ts'
import type { FastifyRequest } from 'fastify'
import { bangkokMidnight, secondsOfDayLeft } from '../../platform/clock.ts'
import { FormError, type FormFile, receiveFormFile } from '../../platform/form-file.ts'
import type { Customer } from '../../platform/http.ts'
import { addressKey } from '../../platform/limits/address-key.ts'
import { consumeLimits } from '../../platform/limits/limiter.ts'
import { TooMany } from '../../platform/limits/too-many.ts'
import { untilHangUp } from '../../platform/pictures.ts'
import { randomLetters } from '../../platform/random-letters.ts'
import { Refusal } from '../../platform/refusal.ts'
import { receivingPath } from '../../platform/unfinished-files.ts'
import type { Context } from '../context.ts'
import { uploadsPerDay, visitorMegabytes, visitorsMegabytes } from './rules.ts'
import { insertFile, type UploadedFile, type VisitorLimit } from './store.ts'

/** Pictures and videos of messages (rules.md §12.3). Their type is read from their content. */

/**
 * Only the first picture of a visitor's GIF is kept: a moving one takes seconds of a processor, and the
 * visitor is unknown.
 */
const keptPicture = (owner: string) =>
  ({ edge: 1600, type: 'webp', minEdge: 1, gif: isVisitor(owner) ? 'first' : 'moving' }) as const

/** Under whose name a customer's uploads are kept. */
export const fileOwner = ({ memberId, guestId }: Customer): string =>
  memberId === null ? `guest:${guestId}` : `member:${memberId}`

const isVisitor = (owner: string): boolean => owner.startsWith('guest:')

type Kind = UploadedFile['kind']
const accepted: Record<Kind, { bytes: number; endings: readonly string[] }> = {
  image: { bytes: chat.image, endings: chat.imageTypes },
  video: { bytes: chat.video, endings: chat.videoTypes },
}

/**
 * Takes an upload in.
 * @returns the name by which a message sends it
 * @throws Refusal `CHAT_FILE_MISSING`, `CHAT_FILE_UNSUPPORTED`, `PAYLOAD_TOO_LARGE`, `REQUEST_LIMIT`
 */
export async function takeChatFile(
  context: Context,
  kind: Kind,
  owner: string,
  request: FastifyRequest,
): Promise<string> {
  const { clock, database, db, files, settings } = context
  const now = clock.now()
  const max = await settings.get(uploadsPerDay)
  const key = isVisitor(owner) ? addressKey(request.ip) : owner
  await consumeLimits(database, now, [
    { key: `chat-upload-day:${key}`, max, within: 'day', code: 'REQUEST_LIMIT' },
  ])
  const received = receivingPath()
  try {
    const { name } = await receive(request, received, kind)
    const { bytes, ending, ...size } =
      kind === 'image'
        ? await untilHangUp(request, (signal) => readPicture(context, received, owner, signal))
        : await readVideo(received)
    const file = `chat/${randomLetters(24)}.${ending}`
    await files.keep(file, bytes)
    const uploaded = { name: file, owner, kind, label: labelOf(name), size: bytes.length, ...size }
    const limit = isVisitor(owner) ? await limitOf(context, key) : undefined
    const isKept = await insertFile(db, uploaded, now, limit).catch(async (error) => {
      await files.remove(file)
      throw error
    })
    if (!isKept) {
      await files.remove(file)
      throw new TooMany('REQUEST_LIMIT', secondsOfDayLeft(now))
    }
    return file
  } finally {
    await rm(received, { force: true })
  }
}

const megabyte = 1024 * 1024

async function limitOf({ clock, settings }: Context, address: string): Promise<VisitorLimit> {
  return {
    address,
    since: bangkokMidnight(clock.now()),
    ownBytes: (await settings.get(visitorMegabytes)) * megabyte,
    allBytes: (await settings.get(visitorsMegabytes)) * megabyte,
  }
}

async function receive(request: FastifyRequest, target: string, kind: Kind): Promise<FormFile> {
  const { bytes, endings } = accepted[kind]
  const form = await receiveFormFile(request, target, bytes).catch((error) => {
    if (!(error instanceof FormError) || error.failure === 'disk') throw error
    throw new Refusal(error.failure === 'too-large' ? 'PAYLOAD_TOO_LARGE' : 'CHAT_FILE_MISSING')
  })
  if (!endings.includes(extname(form.name).slice(1).toLowerCase())) throw new Refusal('CHAT_FILE_UNSUPPORTED')
  return form
}

interface Readable {
  bytes: Buffer
  ending: string
  width: number | null
  height: number | null
}

/** Re-encodes a picture, so that nothing but its pixels is kept. */
async function readPicture(
  { pictures }: Context,
  received: string,
  owner: string,
  signal: AbortSignal,
): Promise<Readable> {
  const picture = await pictures.clean(received, keptPicture(owner), signal)
  if (picture.outcome !== 'picture') throw new Refusal('CHAT_FILE_UNSUPPORTED')
  const { bytes, width, height } = picture
  return { bytes, ending: 'webp', width, height }
}

/** The brands of MP4 and QuickTime files that phones and browsers make. */
const brands = [
  'isom',
  'iso2',
  'iso4',
  'iso5',
  'iso6',
  'mp41',
  'mp42',
  'avc1',
  'M4V ',
  'MSNV',
  'qt  ',
  'dash',
  '3gp4',
  '3gp5',
]

/**
 * The most bytes of the first box of a video, which names its brands; the letters of a text would be a far
 * larger number.
 */
const maxBrands = 1024

/**
 * Accepts a file that begins as MP4 and QuickTime files do. It is kept as it is, and only ever served as a
 * video.
 */
async function readVideo(received: string): Promise<Readable> {
  const handle = await open(received)
  const head = Buffer.alloc(12)
  try {
    await handle.read(head, 0, head.length, 0)
  } finally {
    await handle.close()
  }
  const length = head.readUInt32BE(0)
  const isVideo =
    length >= 16 &&
    length <= maxBrands &&
    head.toString('latin1', 4, 8) === 'ftyp' &&
    brands.includes(head.toString('latin1', 8, 12))
  if (!isVideo) throw new Refusal('CHAT_FILE_UNSUPPORTED')
  return { bytes: await readFile(received), ending: 'mp4', width: null, height: null }
}

/** The name that the sender's device gave, as far as a screen can show it. */
const labelOf = (name: string): string => name.replace(/[\p{C}\\/]/gu, '').slice(-80) || 'file'
