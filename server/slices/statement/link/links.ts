import { createHash, randomBytes } from 'node:crypto'
import type { AnswerOf } from '@krapao/contract/client.ts'
import type { Language } from '@krapao/contract/languages.ts'
import { maskedName } from '@krapao/contract/masked-name.ts'
import { maskedNumber } from '@krapao/contract/masked-number.ts'
import type { Receipt } from '@krapao/contract/slices/statement/get-receipt.ts'
import QrPicture from 'qrcode'
import { addSeconds } from '../../../platform/clock.ts'
import { consumeLimits } from '../../../platform/limits/limiter.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { defineSetting, Type } from '../../../platform/settings.ts'
import { findMember } from '../../account/public.ts'
import type { Context } from '../../context.ts'
import { findReceipt, numbersOf } from '../receipt.ts'
import { findLink, findLinkUntil, insertLink, removeLinks } from './store.ts'

/** Links by which anybody can check a receipt (rules.md §22). */

const validDays = defineSetting(
  'receiptLink.days',
  Type.Integer({ minimum: 1, maximum: 365 }),
  7,
  'Days for which a link to a receipt works',
)
const perDay = defineSetting(
  'receiptLink.perDay',
  Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  20,
  'Links to receipts that a member may make on a Bangkok day',
)
export const looksPerMinute = defineSetting(
  'receiptLink.looksPerMinute',
  Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  30,
  'Times that one address may open links to receipts in a minute, whether they work or not',
)

/** 128 bits, in 22 characters. */
const secretBytes = 16
const secretForm = /^[\w-]{22}$/

/** The secret itself has so many bits that a fast hash keeps it. */
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Where the page of a link is. */
export const pathOf = (secret: string): string => `/r/${secret}`

/**
 * Makes a link to a receipt of the member; those made before go on working.
 * @param origin of the page on which the member asks
 * @throws Refusal `NO_DATA`, `REQUEST_LIMIT`
 */
export async function makeLink(
  context: Context,
  memberId: string,
  receiptId: string,
  origin: string,
): Promise<AnswerOf<'POST /api/statement/receipt/:id/link'>> {
  const { database, db, clock, settings } = context
  const { number } = await findReceipt(context, memberId, receiptId, 'en')
  const now = clock.now()
  await consumeLimits(database, now, [
    {
      key: `receipt-link:${memberId}`,
      max: await settings.get(perDay),
      within: 'day',
      code: 'REQUEST_LIMIT',
    },
  ])
  const secret = randomBytes(secretBytes).toString('base64url')
  const expiresAt = addSeconds(now, 86_400 * (await settings.get(validDays)))
  await insertLink(db, hashOf(secret), { memberId, number, receiptId, createdAt: now, expiresAt })
  const url = `${origin}${pathOf(secret)}`
  return { url, expiresAt: expiresAt.toISOString(), qr: modulesOf(url) }
}

/** A text as a QR code: rows of its modules, 1 for a dark one. */
function modulesOf(text: string): string[] {
  const { size, data } = QrPicture.create(text, { errorCorrectionLevel: 'M' }).modules
  return Array.from({ length: size }, (_, row) =>
    Array.from(data.subarray(row * size, (row + 1) * size), (isDark) => (isDark ? '1' : '0')).join(''),
  )
}

/** Ends all links of a receipt of the member. @throws Refusal `NO_DATA` */
export async function endLinks(context: Context, memberId: string, receiptId: string): Promise<void> {
  await removeLinks(context.db, memberId, await numbersOf(context, memberId, receiptId))
}

/** Until when a link to the member's receipt works; null if none does. @throws Refusal `NO_DATA` */
export async function linkUntil(
  context: Context,
  memberId: string,
  receiptId: string,
): Promise<string | null> {
  const { db, clock } = context
  // Most members have none.
  if (!(await findLinkUntil(db, memberId, null, clock.now()))) return null
  const numbers = await numbersOf(context, memberId, receiptId)
  return (await findLinkUntil(db, memberId, numbers, clock.now()))?.toISOString() ?? null
}

/**
 * The facts of a receipt that a person with a link may know: no whole account, no name, no reason of a
 * refusal.
 */
export interface PublicReceipt
  extends Pick<Receipt, 'number' | 'kind' | 'method' | 'amount' | 'currency' | 'createdAt' | 'settledAt'> {
  status: Receipt['status'] | 'REVERSED'
  from: Receipt['from']
  to: Receipt['to']
  /** The member's name, masked. */
  holder: string
  expiresAt: Date
}

/** The receipt of a link, as it is now; undefined where no link with this secret works. */
export async function readLink(
  context: Context,
  secret: string,
  language: Language,
): Promise<PublicReceipt | undefined> {
  const { db, clock } = context
  if (!secretForm.test(secret)) return undefined
  const link = await findLink(db, hashOf(secret), clock.now())
  if (!link) return undefined
  const { memberId, receiptId, expiresAt } = link
  try {
    const [receipt, member] = await Promise.all([
      findReceipt(context, memberId, receiptId, language),
      findMember(context, memberId),
    ])
    return publicReceipt(receipt, { holder: member?.bankAccountName ?? '', expiresAt })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'NO_DATA') return undefined
    throw error
  }
}

/** Each field is named here, so that what a receipt says some day is not public by itself. */
export function publicReceipt(
  { number, kind, method, status, reason, amount, currency, createdAt, settledAt, from, to }: Receipt,
  { holder, expiresAt }: Pick<PublicReceipt, 'holder' | 'expiresAt'>,
): PublicReceipt {
  const masked = ({ code, account }: Receipt['from']) => ({
    code,
    account: account === null ? null : maskedNumber(account),
  })
  return {
    number,
    kind,
    method,
    status: reason === 'REVERSED' ? 'REVERSED' : status,
    amount,
    currency,
    createdAt,
    settledAt,
    from: masked(from),
    to: masked(to),
    holder: maskedName(holder),
    expiresAt,
  }
}
