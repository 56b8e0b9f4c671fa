import ipaddr from 'ipaddr.js'

/**
 * The network's part of an IP address, by which people recognise a connection and nobody finds a household:
 * `203.0.113.x`, `2001:db8:1:x`.
 */
export function shortenAddress(ip: string): string {
  if (!ipaddr.isValid(ip)) return '…'
  const address = ipaddr.process(ip)
  if (address instanceof ipaddr.IPv4) return `${address.octets.slice(0, 3).join('.')}.x`
  const network = address.parts.slice(0, 3).map((part) => part.toString(16))
  return `${network.join(':')}:x`
}
