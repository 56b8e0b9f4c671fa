import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

const named: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** An IPv4 address that came in by IPv6 is the same address. */
const plain = (address: string): string => address.trim().replace(/^::ffff:(?=\d+\.)/i, '')

/** Whether a host or an address is this machine's own, which no other can reach or call from. */
export function isLoopback(host: string): boolean {
  const address = plain(host)
  return (
    ['localhost', '::1', '[::1]'].includes(address) || (isIP(address) === 4 && address.startsWith('127.'))
  )
}
const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** The caller's address and the requested host, as trusted proxies report them. */
export interface ForwardedRequest {
  address: string
  host: string
}

/**
 * Tells whether an address is a proxy of ours.
 * @param proxies as TRUST_PROXY names them
 */
export function proxyCheck(proxies: string[] = []): (address: string) => boolean {
  const ours = new BlockList()
  for (const one of proxies.flatMap((name) => named[name] ?? [name])) {
    const [address = '', bits] = one.split('/')
    if (bits === undefined) ours.addAddress(address, family(address))
    else ours.addSubnet(address, Number(bits), family(address))
  }
  return (given) => {
    const address = plain(given)
    return isIP(address) !== 0 && ours.check(address, family(address))
  }
}

/**
 * Reads requests that do not pass Fastify, by the same rule: the caller's address is the last in X-Forwarded-For that
 * is no proxy of ours.
 * @param proxies as TRUST_PROXY names them
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
