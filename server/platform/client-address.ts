import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

const named: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** The IPv4 address of an IPv4-mapped IPv6 address; other addresses unchanged. */
const plain = (address: string): string => address.trim().replace(/^::ffff:(?=\d+\.)/i, '')

/**
 * Whether a host name or address is a loopback address, which other machines can neither reach nor call from.
 */
export function isLoopback(host: string): boolean {
  const address = plain(host)
  return (
    ['localhost', '::1', '[::1]'].includes(address) || (isIP(address) === 4 && address.startsWith('127.'))
  )
}
const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** The caller's address and the requested host, as reported by trusted proxies. */
export interface ForwardedRequest {
  address: string
  host: string
}

/**
 * @param proxies the names and addresses of TRUST_PROXY
 * @returns a function that says whether an address is one of these proxies
 */
export function proxyCheck(proxies: string[] = []): (address: string) => boolean {
  const ours = new BlockList()
  for (const proxy of proxies.flatMap((name) => named[name] ?? [name])) {
    const [address = '', bits] = proxy.split('/')
    if (bits === undefined) ours.addAddress(address, family(address))
    else ours.addSubnet(address, Number(bits), family(address))
  }
  return (given) => {
    const address = plain(given)
    return isIP(address) !== 0 && ours.check(address, family(address))
  }
}

/**
 * Reads address and host of requests that Fastify does not handle, such as those of sockets. As in Fastify,
 * the address is the last one in X-Forwarded-For that is none of our proxies.
 * @param proxies the names and addresses of TRUST_PROXY
 */
export function readForwarded(proxies: string[] = []): (request: IncomingMessage) => ForwardedRequest {
  const isOurs = proxyCheck(proxies)

  return (request) => {
    let address = plain(request.socket.remoteAddress ?? '')
    const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',')
    const viaProxy = isOurs(address)
    while (isOurs(address) && forwarded.length > 0) {
      const before = plain(forwarded.pop() ?? '')
      if (!isIP(before)) break
      address = before
    }
    const host = (viaProxy && request.headers['x-forwarded-host']) || request.headers.host
    return { address, host: String(host ?? '').toLowerCase() }
  }
}
