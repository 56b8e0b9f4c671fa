import { createHash } from 'node:crypto'
import { isClosed } from '@krapao/contract/closing-hours.ts'
import { type Language, languageTags } from '@krapao/contract/languages.ts'
import { assets, type Currency, formatAmount, fromMinor } from '@krapao/contract/money.ts'
import type { PushKind } from '@krapao/contract/slices/push/kinds.ts'
import { defineSetting, Type } from '../../platform/settings.ts'
import { fill, textsBeside } from '../../platform/texts.ts'
import type en from './texts.en.json'

/** rules.md §20 */
export const pushPerMinute = defineSetting(
  'push.perMinute',
  Type.Integer({ minimum: 1, maximum: 1000 }),
  20,
  'Times that one member may switch messages on in a browser within a minute',
)

/** Most browsers of one member that get messages; a further one takes the place of the oldest. */
export const maxSubscriptions = 10
/** Messages in a row that did not arrive, after which a subscription is taken for dead. */
export const maxFailures = 20

/**
 * An event of which a member is notified. Its key is never used again, so that the member is notified once.
 */
export interface PushEvent {
  /** e.g. `paid:wd123` */
  key: string
  kind: PushKind
  /** Which of the kind's texts; the kind's own by default. */
  text?: 'returned' | 'notCredited'
  amountMinor?: number
  currency?: Currency
}

/** The stored facts of an event, beside its key and kind. */
export type Details = Pick<PushEvent, 'text' | 'amountMinor' | 'currency'>

export interface Settings {
  off: readonly string[]
  quietFrom: string
  quietUntil: string
}

/**
 * Everything, and at night without a sound: money that arrives is good to know at once, but no reason to wake
 * up.
 */
export const defaults: Settings = { off: [], quietFrom: '22:00', quietUntil: '08:00' }

/** Seconds for which a message is worth something. */
const lifetimes: Record<PushKind, number> = {
  credited: 86_400,
  paid: 86_400,
  refused: 86_400,
  chat: 14_400,
  login: 86_400,
}
export const lifetimeOf = (kind: PushKind): number => lifetimes[kind]

const pauses = [5, 30, 120, 600, 1800, 3600]
/** Seconds until the next try, after so many. */
export const pauseAfter = (tries: number): number => pauses[Math.min(tries, pauses.length) - 1] ?? 5

/** The message about a login, which may be somebody else's, has a sound at any hour. */
export const isSilent = (kind: PushKind, { quietFrom, quietUntil }: Settings, now: Date): boolean =>
  kind !== 'login' && isClosed({ closedFrom: quietFrom, closedUntil: quietUntil }, now)

const texts = textsBeside<typeof en>(import.meta.dirname)

/** Where a press on the message leads. */
const addresses: Record<PushKind, string> = {
  credited: '/user/statement',
  paid: '/user/statement',
  refused: '/user/statement',
  chat: '/user/home?open=chat',
  login: '/user/devices',
}

/**
 * The message that the service worker shows. No name and no account number: others see a locked screen, too.
 */
export interface Shown {
  title: string
  body: string
  lang: string
  tag: string
  url: string
  silent: boolean
}

export function compose(
  { key, kind, text, amountMinor, currency }: PushEvent,
  { language, hidesAmounts, silent }: { language: Language; hidesAmounts: boolean; silent: boolean },
): Shown {
  const said: { title: string; body: string; bodyHidden?: string } =
    texts[language].push[text ?? (kind === 'refused' ? 'returned' : kind)]
  const amount =
    amountMinor === undefined || !currency
      ? undefined
      : `${assets[currency].sign}${formatAmount(fromMinor(amountMinor), currency)}`
  const hides = hidesAmounts || amount === undefined
  return {
    title: said.title,
    body: fill(hides ? (said.bodyHidden ?? said.body) : said.body, { amount: amount ?? '' }),
    lang: languageTags[language],
    tag: topicOf(key),
    url: addresses[kind],
    silent,
  }
}

/**
 * One event has one topic, so that a message that was sent twice replaces itself. The answers in a
 * conversation have one together: ten of them are no ten messages.
 */
export const topicOf = (key: string): string =>
  createHash('sha256')
    .update(key.replace(/^(chat:.*):\d+$/, '$1'))
    .digest('base64url')
    .slice(0, 32)
