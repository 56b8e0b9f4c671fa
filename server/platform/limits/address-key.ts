import ipaddr from 'ipaddr.js'

/**
 * The key by which calls of an IP address are counted: the IPv4 address, or the /64 network of an IPv6
 * customer.
 */
export function addressKey(ip: string): string {
  // Some gateways append the port.
  const bare = /^([\d.]+):\d+$/.exec(ip)?.[1] ?? ip
  if (!ipaddr.isValid(bare)) return bare
  const address = ipaddr.process(bare)
  if (address instanceof ipaddr.IPv4) return address.toString()
  return address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')
}
