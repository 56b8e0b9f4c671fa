import { parseAddress } from '@krapao/contract/address.ts'
import { piecesOf } from '@krapao/contract/links.ts'

/** An address without its beginning, as some apps copy it. */
const bare = /(^|[\s("'])((?:[a-z\d-]+\.)+[a-z]{2,}\/)/gi

/**
 * The gift link in what was typed or pasted, which may be a whole message with brackets, quotation marks and
 * words that touch it; the server's rule in short (rules.md §5.4). Of several links it is the one with a
 * gift's code.
 * @returns undefined for what is no link to something at a wallet
 */
export function giftLinkIn(text: string): string | undefined {
  const written = text.replace(bare, '$1https://$2').replace(/\bhttp:\/\//gi, 'https://')
  const links = piecesOf(written)
    .filter(({ href }) => href !== undefined)
    .map((piece) => piece.text.replace(code, '$1'))
    .filter(isOfWallet)
  return links.find((link) => code.test(link)) ?? links[0]
}

/** A gift's code, in the letters of addresses (base64url), and what touches it without being a part of it. */
const code = /([?&]v=[\w-]+)[^&#]*/i

function isOfWallet(link: string): boolean {
  if (link.length > 500) return false
  const url = parseAddress(link)
  if (url?.protocol !== 'https:') return false
  const { username, hostname, port, pathname, search } = url
  const isPlain = username === '' && port === '' && /^([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/.test(hostname)
  return isPlain && (pathname !== '/' || search !== '')
}
