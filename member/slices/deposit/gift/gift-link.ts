import { parseAddress } from '@krapao/contract/address.ts'

/**
 * The gift link in what was typed or pasted, which may be a whole message; the server's rule in short (rules.md §5.4).
 * @returns undefined for what is no link to something at a wallet
 */
export function giftLinkIn(text: string): string | undefined {
  const link = /https:\/\/\S+/i.exec(text)?.[0]
  if (!link || link.length > 500) return undefined
  const url = parseAddress(link)
  if (!url) return undefined
  const { username, hostname, port, pathname, search } = url
  const isPlain = username === '' && port === '' && /^([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/.test(hostname)
  return isPlain && (pathname !== '/' || search !== '') ? link : undefined
}
