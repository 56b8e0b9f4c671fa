import { parseAddress } from './address.ts'

/** A piece of a text: words, or words that are a link. */
export interface TextPiece {
  text: string
  /** `https:`, `http:`, `mailto:` or `tel:`. */
  href?: string
}

/**
 * Addresses in plain characters only: a letter of another alphabet that looks like a Latin one would lead
 * elsewhere than it says, and Thai or Lao words that follow an address without a space are not part of it.
 */
const candidate =
  /\b(?:https?:\/\/|www\.)[!#-;=?-Z_a-z~[\]]+|\bmailto:[\w.+%-]+@[\w.-]+|\btel:\+?[\d-]+|\b[\w.+%-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/gi
/**
 * A letter that is neither plain, nor Thai or Lao: an address that goes on with one says another place than
 * it leads to.
 */
const goesOn = /^(?![\u0E00-\u0EFF])[\p{L}\p{N}\p{M}]/u
/** The ends of names in Thai and Lao letters. */
export const ownScriptEnds = ['ไทย', 'คอม', 'ລາວ'] as const
/** The rest of a name that ends so: the part before it is another place than the whole. */
const restOfName = new RegExp(`^[.\u3002\uFF0E\uFF61](?:${ownScriptEnds.join('|')})`)
const plainHost = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+(?:[a-z]{2,}|xn--[a-z\d-]+)$/i

/** Cuts a text into words and links. A part that looks like a link and is not a safe one stays words. */
export function piecesOf(text: string): TextPiece[] {
  const pieces: TextPiece[] = []
  let from = 0
  for (const match of text.matchAll(candidate)) {
    const found = withoutEnding(match[0])
    const href = hrefOf(found)
    if (!href || goesOn.test(text.slice(match.index + match[0].length))) continue
    const isHostOnly = /^(?:https?:\/\/)?[^/?#]+$/i.test(found)
    if (isHostOnly && restOfName.test(text.slice(match.index + found.length))) continue
    if (match.index > from) pieces.push({ text: text.slice(from, match.index) })
    pieces.push({ text: found, href })
    from = match.index + found.length
  }
  if (from < text.length) pieces.push({ text: text.slice(from) })
  return pieces
}

/** Signs that end a sentence are not part of an address, nor is a bracket that was opened before it. */
function withoutEnding(address: string): string {
  let end = address.length
  for (;;) {
    const sign = address[end - 1] ?? ''
    const opening = { ')': '(', ']': '[' }[sign]
    const isLoose = opening !== undefined && !isBalanced(address.slice(0, end), opening, sign)
    if (!isLoose && !/[.,;:!?'*"]/.test(sign)) return address.slice(0, end)
    end--
  }
}

const isBalanced = (text: string, opening: string, closing: string): boolean =>
  text.split(opening).length >= text.split(closing).length

function hrefOf(address: string): string | undefined {
  if (/^www\./i.test(address)) return safeHref(`https://${address}`)
  if (/^[^:/?#]+@[^:/?#]+$/.test(address)) return safeHref(`mailto:${address}`)
  return safeHref(address)
}

/**
 * The address of a link that may be opened: a web page, an e-mail address or a phone number. Undefined for
 * everything else: other schemes, a name before the host (`https://bank.com@elsewhere.com`), a host of other
 * letters.
 */
export function safeHref(address: string): string | undefined {
  if (/^mailto:[\w.+%-]+@[\w.-]+\.[a-z]{2,}$/i.test(address) || /^tel:\+?[\d-]{3,20}$/i.test(address)) {
    return address
  }
  if (!/^https?:\/\//i.test(address)) return undefined
  const url = parseAddress(address)
  if (!url) return undefined
  const { hostname, username, password, href } = url
  const written = /^https?:\/\/([^/?#:]*)/i.exec(address)?.[1] ?? ''
  const isHonest = written.toLowerCase() === hostname && plainHost.test(hostname)
  return isHonest && username === '' && password === '' ? href : undefined
}

/**
 * The host of a link that leads away from a page, as a reader has to know it: in ASCII, with its port.
 * Undefined: it leads to no page, or to a page of `own`, the host of the page that shows the link.
 */
export function foreignHost(href: string, own: string): string | undefined {
  const url = /^https?:/i.test(href) ? parseAddress(href) : undefined
  return url && url.host !== own ? url.host : undefined
}

/** The link that calls a number; undefined if it is none. */
export function callHref(number: string): string | undefined {
  return safeHref(`tel:${number.replace(/^tel:/i, '').replace(/[\s().]/g, '')}`)
}
