import { createHash } from 'node:crypto'
import { type Currency, toMinor } from '@krapao/contract/money.ts'
import { isSamePhone } from '@krapao/contract/phone.ts'
import type { GiftInspected } from '../../../adapters/gift/port.ts'
import { defineFollowUp } from '../../../outside/follow-up.ts'
import { defineSetting, Type } from '../../../platform/settings.ts'

/** Decisions about gift links (rules.md §5.4), without database, clock or network. */

/** Each link is a question to the wallet: nobody tries links out. */
defineSetting(
  'gift.perMinute',
  Type.Integer({ minimum: 1, maximum: 1000 }),
  10,
  'Gift links that one member may send within a minute',
)
export const giftFollowUp = defineFollowUp('gift', 'an unanswered gift', {
  seconds: [2, 4, 8, 15, 30, 60],
  deskAfter: 3600,
  deskSeconds: 60,
})

/** A gift link as a member sent it. */
export interface GiftLink {
  link: string
  /** SHA-256 of the normalised link, by which it is claimed. */
  hash: string
  /** Name of the house's account that it is for. */
  walletName: string
}

/** Reads `link::walletAccountName`, separated by the last `::`; undefined where it is none. */
export function readGift(text: string): GiftLink | undefined {
  const at = text.lastIndexOf('::')
  const walletName = text.slice(at + 2).trim()
  const link = text.slice(0, Math.max(at, 0)).trim()
  const normal = normalise(link)
  if (at < 0 || walletName === '' || normal === undefined) return undefined
  return { link, hash: createHash('sha256').update(normal).digest('hex'), walletName }
}

/**
 * One spelling per link, so that it cannot be claimed twice: without fragment, default port, repeated or
 * trailing slashes, parameters in order. The code of the gift keeps its letters as they are.
 * @returns undefined for what is no https address of something on a host
 */
export function normalise(link: string): string | undefined {
  if (link.length > 500 || /[\s\p{Cc}]/u.test(link) || !URL.canParse(link)) return undefined
  const { protocol, username, password, hostname, port, pathname, searchParams } = new URL(link)
  if (protocol !== 'https:' || username !== '' || password !== '' || port !== '') return undefined
  if (!/^([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/.test(hostname)) return undefined
  const path = pathname.replace(/\/{2,}/g, '/').replace(/\/$/, '')
  searchParams.sort()
  const query = searchParams.toString()
  if (path === '' && query === '') return undefined
  return `https://${hostname}${path}?${query}`
}

/**
 * Judges what a link holds (rules.md §5.4): the gift must be from the registered phone, in the member's
 * currency and large enough. @param ours.least in the currency's major unit
 */
export function evaluateGift(
  inspected: GiftInspected,
  ours: { username: string; currency: Currency; min: number },
): { take: number } | { refused: string } | 'wait' {
  if (inspected.outcome === 'uncertain') return 'wait'
  if (inspected.outcome === 'refused') return { refused: inspected.reason }
  if (!isSamePhone(inspected.fromPhone, ours.username)) return { refused: 'OTHER_PHONE' }
  if (inspected.currency !== ours.currency) return { refused: 'OTHER_CURRENCY' }
  if (inspected.amountMinor < toMinor(ours.min)) return { refused: 'MINIMUM' }
  return { take: inspected.amountMinor }
}

/**
 * Reasons of our own, which the member can do something about; those of the wallet's service stay in our log.
 */
const told: ReadonlySet<unknown> = new Set(['OTHER_PHONE', 'OTHER_CURRENCY', 'MINIMUM'])
export const toldOf = (reason: unknown): { reason?: string } =>
  told.has(reason) ? { reason: String(reason) } : {}
