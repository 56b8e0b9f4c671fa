import { rm } from 'node:fs/promises'
import { isClosed } from '@krapao/contract/closing-hours.ts'
import { parseAmount, toMinor } from '@krapao/contract/money.ts'
import type { FastifyRequest } from 'fastify'
import { troubleOf } from '../../../platform/database-trouble.ts'
import { FormError, oneFile, receiveFormFile } from '../../../platform/form-file.ts'
import { consumeLimits, minuteLimit } from '../../../platform/limits/limiter.ts'
import { TooMany } from '../../../platform/limits/too-many.ts'
import type { Picture } from '../../../platform/picture.ts'
import { untilHangUp } from '../../../platform/pictures.ts'
import { randomLetters } from '../../../platform/random-letters.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { receivingPath } from '../../../platform/unfinished-files.ts'
import type { Context } from '../../context.ts'
import { readSlipLimits } from '../limits.ts'
import { notifyDepositsChanged } from '../notify.ts'
import { countUnread, selectLastEnds } from './list-store.ts'
import type { SentSlip, SlipReader } from './reader.ts'
import {
  pausedUntil,
  type Standing,
  slipPauseMinutes,
  slipsUnread,
  slipUnreadableInRow,
  slipUploadsPerMinute,
  standingOf,
} from './rules.ts'
import { insertSlip } from './store.ts'

/** Within these seconds one of the slips that wait is usually read. */
const secondsUntilRead = 10

/** A slip photographed within these edges is readable. */
export const keptPicture = { edge: 2200, type: 'jpeg', minEdge: 80 } as const

/**
 * Takes an uploaded slip in: when it resolves, the picture is safely kept and the job knows of it (rules.md
 * §5.1). The bytes go through a file on the way, never as a whole through memory.
 * @returns the slip's id
 * @throws Refusal `SLIP_CLOSED`, `SLIP_PAUSED`, `REQUEST_LIMIT_1MIN`, `SLIP_NO_FILE`, `SLIP_INVALID_FILE`,
 *   `PAYLOAD_TOO_LARGE`, `SLIP_UPLOAD_FAIL`, `INVALID_REQUEST`, `SERVICE_UNAVAILABLE`
 */
export async function takeUpload(
  context: Context,
  reader: SlipReader,
  memberId: string,
  request: FastifyRequest,
): Promise<string> {
  const { clock, settings, database, db } = context
  const now = clock.now()
  const { maxBytes, closedFrom, closedUntil } = await readSlipLimits(context)
  const hours = { closedFrom, closedUntil }
  if (isClosed(hours, now)) throw new Refusal('SLIP_CLOSED', hours)
  const uploads = minuteLimit(`slip-upload:${memberId}`, await settings.get(slipUploadsPerMinute))
  await consumeLimits(database, now, [uploads])
  const unread = await countUnread(db, memberId)
  if (unread >= (await settings.get(slipsUnread))) {
    throw new TooMany('REQUEST_LIMIT_1MIN', secondsUntilRead)
  }
  const standing = await admitSender(context, memberId, unread)
  const file = receivingPath()
  try {
    const stated = await receive(request, file, maxBytes)
    const createdAt = clock.now()
    const sent = { id: newSlipId(createdAt), memberId, createdAt, standing }
    const picture = await untilHangUp(request, (signal) => reader.clean(sent, file, keptPicture, signal))
    await keep(context, sent, picture, stated)
    return sent.id
  } finally {
    await rm(file, { force: true })
  }
}

/** @throws Refusal `SLIP_PAUSED` */
async function admitSender(
  { clock, db, settings }: Context,
  memberId: string,
  unread: number,
): Promise<Standing> {
  const inRow = await settings.get(slipUnreadableInRow)
  const ends = await selectLastEnds(db, memberId, inRow)
  const until = pausedUntil(ends, { inRow, minutes: await settings.get(slipPauseMinutes) })
  const seconds = until ? (until.getTime() - clock.now().getTime()) / 1000 : 0
  if (seconds > 0) throw new TooMany('SLIP_PAUSED', seconds)
  return standingOf(ends, unread)
}

/** The member's own facts about the transfer. */
interface Stated {
  amountMinor: number | null
  bank: string | null
}

/** Writes the form's file to `target` and reads its other fields. */
async function receive(request: FastifyRequest, target: string, maxBytes: number): Promise<Stated> {
  const { fields } = await receiveFormFile(request, target, maxBytes).catch((error) => {
    throw refusalOf(error, request)
  })
  const amount = parseAmount(fields.get('amount') ?? '')
  const bank = fields.get('bank') ?? ''
  return {
    amountMinor: amount ? toMinor(amount) : null,
    bank: /^[A-Z0-9]{1,20}$/.test(bank) ? bank : null,
  }
}

function refusalOf(error: unknown, request: FastifyRequest): unknown {
  if (!(error instanceof FormError)) return error
  switch (error.failure) {
    case 'no-form':
    case 'no-file':
      return new Refusal('SLIP_NO_FILE')
    case 'too-many':
      return new Refusal('INVALID_REQUEST', { fields: [{ field: 'file', reason: oneFile }] })
    case 'too-large':
      return new Refusal('PAYLOAD_TOO_LARGE')
    case 'disk':
      request.log.error({ err: error.cause }, 'a slip could not be written')
      return new Refusal('SLIP_UPLOAD_FAIL')
    case 'broken':
      return new Refusal('INVALID_REQUEST', { fields: [{ field: '', reason: 'not a whole multipart form' }] })
  }
}

/** Keeps what is to be kept, the picture before the row, so that no row is without its picture. */
async function keep(
  context: Context,
  { id, memberId, createdAt }: SentSlip,
  picture: Picture,
  stated: Stated,
): Promise<void> {
  const { db, files, log } = context
  if (picture.outcome === 'no-picture') throw new Refusal('SLIP_INVALID_FILE')
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
}

/** Begins with the time, so that the order of ids is the order of uploads; ends with 80 random bits. */
const newSlipId = (now: Date): string =>
  `sl${now.getTime().toString(36).padStart(9, '0')}${randomLetters(16)}`
