import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import { delays } from '@krapao/contract/limits.ts'
import { parseAmount, toMinor } from '@krapao/contract/money.ts'
import { isClosed } from '@krapao/contract/slices/deposit/slip/closing-hours.ts'
import type { FastifyRequest } from 'fastify'
import { troubleOf } from '../../../platform/database-trouble.ts'
import { consumeMinuteLimit } from '../../../platform/limiter.ts'
import type { Picture } from '../../../platform/picture.ts'
import { randomLetters } from '../../../platform/random-letters.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { receivingPath } from '../../../platform/unfinished-files.ts'
import type { Context } from '../../context.ts'
import { readSlipLimits } from '../../lookup/public.ts'
import { notifyDepositsChanged } from '../notify.ts'
import { countUnread } from './list-store.ts'
import { slipsUnread, slipUploadsPerMinute } from './rules.ts'
import { insertSlip } from './store.ts'

/** A slip photographed within this edge stays readable. */
export const keptPicture = { edge: 2200, type: 'jpeg' } as const

/** Bytes of a form beside its file. */
const formBytes = 65_536

/**
 * Takes an uploaded slip in: when it resolves, the picture is safely kept and the job knows of it (rules.md §5.1). The
 * bytes go through a file on the way, never as a whole through memory.
 * @returns the slip's id
 * @throws Refusal `SLIP_CLOSED`, `REQUEST_LIMIT_1MIN`, `SLIP_NO_FILE`, `SLIP_INVALID_FILE`, `PAYLOAD_TOO_LARGE`,
 *   `SLIP_UPLOAD_FAIL`, `INVALID_REQUEST`
 */
export async function takeUpload(
  context: Context,
  memberId: string,
  request: FastifyRequest,
): Promise<string> {
  const { clock, settings, database, db } = context
  const now = clock.now()
  const { maxBytes, closedFrom, closedUntil } = await readSlipLimits(context)
  const hours = { closedFrom, closedUntil }
  if (isClosed(hours, now)) throw new Refusal('SLIP_CLOSED', hours)
  await consumeMinuteLimit(database, now, `slip-upload:${memberId}`, await settings.get(slipUploadsPerMinute))
  if ((await countUnread(db, memberId)) >= (await settings.get(slipsUnread))) {
    throw new Refusal('REQUEST_LIMIT_1MIN', { retryAfter: 10 })
  }
  if (!request.isMultipart()) throw new Refusal('SLIP_NO_FILE')
  if (Number(request.headers['content-length']) > maxBytes + formBytes) throw new Refusal('PAYLOAD_TOO_LARGE')

  const file = receivingPath()
  try {
    const stated = await receive(request, file, maxBytes)
    // Some twenty megabytes of library, which a node needs from its first slip on.
    const { cleanPicture } = await import('../../../platform/picture.ts')
    return await keep(context, memberId, await cleanPicture(file, keptPicture), stated)
  } finally {
    await rm(file, { force: true })
  }
}

/** What the member says about the transfer. */
interface Stated {
  amountMinor: number | null
  bank: string | null
}

/** Writes the form's file to `target` and reads its other fields. */
async function receive(request: FastifyRequest, target: string, maxBytes: number): Promise<Stated> {
  const stated: Stated = { amountMinor: null, bank: null }
  let received = false
  let diskError: unknown
  try {
    const limits = { fileSize: maxBytes, files: 1, fields: 4, fieldSize: 200, parts: 5, headerPairs: 20 }
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') readField(stated, part.fieldname, part.value)
      else if (part.fieldname === 'file') {
        await write(part, target).catch((error) => {
          diskError = error
          throw error
        })
        if (part.file.truncated) throw new Refusal('PAYLOAD_TOO_LARGE')
        received = true
      } else part.file.resume()
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    if ((diskError as NodeJS.ErrnoException | undefined)?.syscall) {
      request.log.error({ err: diskError }, 'a slip could not be written')
      throw new Refusal('SLIP_UPLOAD_FAIL')
    }
    if ((error as { statusCode?: number }).statusCode === 413) throw new Refusal('PAYLOAD_TOO_LARGE')
    throw new Refusal('INVALID_REQUEST', { fields: [{ field: '', reason: 'not a whole multipart form' }] })
  }
  if (!received || (await stat(target)).size === 0) throw new Refusal('SLIP_NO_FILE')
  return stated
}

const write = (part: MultipartFile, target: string): Promise<void> =>
  pipeline(part.file, createWriteStream(target, { mode: 0o600 }), {
    signal: AbortSignal.timeout(delays.upload),
  })

function readField(stated: Stated, name: string, value: unknown): void {
  if (typeof value !== 'string') return
  if (name === 'amount') {
    const amount = parseAmount(value)
    if (amount) stated.amountMinor = toMinor(amount)
  }
  if (name === 'bank' && /^[A-Z0-9]{1,20}$/.test(value)) stated.bank = value
}

/** Keeps what is to be kept, the picture before the row, so that no row is without its picture. */
async function keep(context: Context, memberId: string, picture: Picture, stated: Stated): Promise<string> {
  const { clock, db, files, log } = context
  if (picture.outcome === 'no-picture') throw new Refusal('SLIP_INVALID_FILE')
  const createdAt = clock.now()
  const id = newSlipId(createdAt)
  const file = picture.outcome === 'picture' ? `slip/${id}.jpg` : null
  if (picture.outcome === 'picture') {
    await files.keep(`slip/${id}.jpg`, picture.bytes).catch((error) => {
      log.error({ err: error }, 'a slip could not be kept')
      throw new Refusal('SLIP_UPLOAD_FAIL')
    })
  }
  try {
    await insertSlip(db, {
      id,
      memberId,
      createdAt,
      file,
      note: file === null ? 'IMG_SIZE_UNABLE_TO_PROCESS' : null,
      statedAmountMinor: stated.amountMinor,
      statedBank: stated.bank,
    })
  } catch (error) {
    // A connection that broke may have broken after the commit: then the row is there and needs its picture.
    if (file !== null && troubleOf(error)?.reason !== 'database-away') await files.remove(file)
    throw error
  }
  notifyDepositsChanged(context, [memberId])
  return id
}

/** Begins with the time, so that the order of ids is the order of uploads; ends with 80 random bits. */
const newSlipId = (now: Date): string =>
  `sl${now.getTime().toString(36).padStart(9, '0')}${randomLetters(16)}`
