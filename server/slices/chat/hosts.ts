import { parseAddress } from '@krapao/contract/address.ts'
import { ownScriptEnds, piecesOf } from '@krapao/contract/links.ts'
import type { BotContent } from '@krapao/contract/slices/chat/bot.ts'
import type { BotMessage, ChatButton } from '@krapao/contract/slices/chat/message.ts'

/**
 * The hosts to which the chat's texts lead (rules.md §12.10), without database or network. A host has one
 * form: lower case, in ASCII (a letter that looks like a Latin one makes another host), without a dot at its
 * end, and with its port unless it is the usual one. A text that may be an address counts as one: a person
 * too many is asked, never one too few.
 */

/** Digits of Thai and Lao, which belong to the name that they stand in: `evil๑.example`. */
const ownDigit = '[\u0E50-\u0E59\u0ED0-\u0ED9]'
/**
 * Letters, digits and marks that a name may consist of: not Thai or Lao, which stand beside an address
 * without a blank.
 */
const latin = String.raw`(?:(?![\u0E00-\u0EFF])[\p{L}\p{N}\p{M}_-]|${ownDigit})+`
const parts = new RegExp(String.raw`${latin}|[\u0E00-\u0EFF]+|\.+`, 'gu')
const run = /[\p{L}\p{N}\p{M}_.-]+/gu
/** The beginning of an address for every client, with any number of strokes of either kind behind it. */
const withScheme = /(?:\w:[\\/]{2,}|https?:[\\/]*)([!-~]+)/gi
const goesOn = /^(?![\u0E00-\u0EFF])[\p{L}\p{N}\p{M}]/u
/** The text behind the host of an address is a page of that host, under any name: `/index.html`. */
const path = /(https?:[\\/]+[^\s\\/?#"'<>]+)[/?#][\w/.%&=?#+~-]*/gi
/** Signs that nobody sees, and that would cut a name in two. */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
/** Full stops of other scripts that addresses are written with. */
const stops = /[\u3002\uFF61]/g
/** An address with a scheme whose name begins in Thai or Lao. */
const ownScriptHost = /https?:[\\/]+([\u0E00-\u0EFF][^\s\\/?#"'<>:]*)/gi
/** Words that a full stop shortens: ธ.ไทยพาณิชย์ is a bank. */
const abbreviation = /^(?:[\u0E01-\u0E2E]{1,4}|[\u0E81-\u0EAE]{1,4})$/
/** Words that begin like the end of a name: computer, commission, comment, combo. */
const longerWords = /^คอม(?:พิว|มิช|เมน|โบ)/

/** The host of an address; undefined: it is none. */
function hostOf(address: string): string | undefined {
  const url = parseAddress(address)
  if (!url) return undefined
  const name = url.hostname.replace(/\.+$/, '')
  return name === '' ? undefined : name + (url.port && `:${url.port}`)
}

/**
 * The hosts that a text names, with a scheme or bare, also as the end of an e-mail address; and those to
 * which the app makes links of it, which reads the text as it is written, with signs that nobody sees.
 */
export function hostsOfText(text: string): string[] {
  const linked = piecesOf(text).flatMap(({ href }) =>
    /^https?:/i.test(href ?? '') ? (hostOf(href ?? '') ?? []) : [],
  )
  const seen = text.normalize('NFKC').replace(unseen, '').replace(stops, '.')
  const found = [...seen.matchAll(withScheme)].flatMap(({ 0: whole, 1: rest = '', index }) => {
    const authority = rest.split(/[\\/?#"'<>]/, 1)[0] ?? ''
    // A name that goes on in another script is found below, as a whole.
    const next = seen.slice(index + whole.length, index + whole.length + 4)
    const isCut =
      goesOn.test(next) || (rest.endsWith('.') && ownScriptEnds.some((end) => next.startsWith(end)))
    if (authority === rest && isCut) return []
    return hostOf(`https://${authority.replace(/[^\w\]]+$/, '')}`) ?? []
  })
  const bare = seen.replace(path, '$1 ')
  for (const { 0: words, index } of bare.matchAll(run)) {
    const port = /^:\d{1,5}(?!\d)/.exec(bare.slice(index + words.length, index + words.length + 7))?.[0]
    for (const { name, isLast } of namesIn(words)) {
      const host = hostOf(`https://${name}${isLast && port ? port : ''}`)
      if (host) found.push(host)
    }
  }
  // A scheme says that it is an address, whatever it ends with.
  for (const [, authority = ''] of seen.matchAll(ownScriptHost)) {
    if (namesIn(authority).length === 0) found.push(...[hostOf(`https://${authority}`) ?? []].flat())
  }
  return [...new Set([...found, ...linked])]
}

/** The part of a run of letters, digits and dots that may be a host. `isLast`: the run ends with it. */
function namesIn(words: string): { name: string; isLast: boolean }[] {
  const found: { name: string; isLast: boolean }[] = []
  let labels: string[] = []
  let isAfterDot = false
  const take = (isLast: boolean) => {
    const name = nameOf(labels)
    if (name !== undefined) found.push({ name, isLast })
    labels = []
  }
  for (const part of words.match(parts) ?? []) {
    if (part === '.') isAfterDot = true
    else if (part.startsWith('.')) {
      take(false)
      isAfterDot = false
    } else {
      if (!isAfterDot) take(false)
      labels.push(part)
      isAfterDot = false
    }
  }
  take(true)
  return found
}

/** The longest beginning of these labels that may be a host. */
function nameOf(labels: readonly string[]): string | undefined {
  const trimmed = labels.map((label) => label.replace(/^[_-]+|[_-]+$/g, ''))
  if (trimmed.length === 4 && trimmed.every((label) => /^\d{1,3}$/.test(label))) return trimmed.join('.')
  for (let end = trimmed.length - 1; end > 0; end--) {
    const own = ownEndOf(trimmed[end] ?? '', trimmed[end - 1] ?? '')
    const label = (trimmed[end] ?? '').replace(afterEnd, '')
    const isEnd = own !== undefined || /^(?![\u0E00-\u0EFF])\p{L}[\p{L}\p{N}\p{M}-]+$/u.test(label)
    if (isEnd) return [...trimmed.slice(0, end), own ?? label].join('.')
  }
  return undefined
}

const afterEnd = new RegExp(`${ownDigit}.*$`, 'u')

/**
 * The end of a name in Thai or Lao with which a label begins. Other words of these scripts stand behind an
 * abbreviation's full stop all the time.
 */
function ownEndOf(label: string, before: string): string | undefined {
  const end = ownScriptEnds.find((ending) => label.startsWith(ending))
  const isWord = longerWords.test(label) || (label !== end && abbreviation.test(before))
  return isWord ? undefined : end
}

const hostsOfButton = ({ type, title, payload }: ChatButton): string[] => [
  ...hostsOfText(title),
  ...(type === 'web' ? [hostOf(payload) ?? [], hostsOfText(payload)].flat() : []),
]

function hostsOfMessage(message: BotMessage): string[] {
  if (message.message_type === 'generic') {
    return message.payloads.flatMap(({ title, subtitle, buttons }) => [
      ...hostsOfText(title),
      ...hostsOfText(subtitle),
      ...buttons.flatMap(hostsOfButton),
    ])
  }
  const { payload } = message
  return [
    ...hostsOfText(payload.message),
    ...('buttons' in payload ? payload.buttons.flatMap(hostsOfButton) : []),
  ]
}

/** The hosts to which anything leads that customers are shown of a bot's content, in order, each once. */
export function hostsOfBot({ greeting, rules, fallback, handedOver, away }: BotContent): string[] {
  const said = [greeting, ...rules.map(({ replies }) => replies), fallback.replies]
  return inOrder([
    ...said.flatMap((replies) => Object.values(replies).flat().flatMap(hostsOfMessage)),
    ...[handedOver, away].flatMap((words) => Object.values(words).flatMap(hostsOfText)),
  ])
}

/** The hosts that the texts of a canned reply name, with the customer's name in them and without. */
export const hostsOfReply = (texts: Record<string, string>): string[] =>
  inOrder(
    Object.values(texts).flatMap((text) => [text, text.replace(/ *\{name\}/gi, '')].flatMap(hostsOfText)),
  )

const inOrder = (hosts: string[]): string[] => [...new Set(hosts)].sort()

/**
 * Whether a host is the installation's own.
 * @param publicUrl the setting PUBLIC_URL; without it the machine's own name is
 */
export function isOwnHost(publicUrl: string | undefined, host: string): boolean {
  return publicUrl === undefined ? /^localhost(:\d+)?$/.test(host) : hostOf(publicUrl) === host
}
