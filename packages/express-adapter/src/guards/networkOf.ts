import ipaddr from 'ipaddr.js'

/**
 * What an address counts as: of IPv6 the first four groups, however they are written, because everybody has all
 * addresses of such a network; IPv4 as it is, also where it is written as IPv6.
 */
export function networkOf(address: string): string {
  const known = parsed(address)
  if (!known) return address
  return known instanceof ipaddr.IPv6 ? known.parts.slice(0, 4).join(':') : known.toString()
}

/** Of the machine itself. */
export function isLoopback(address: string): boolean {
  return parsed(address)?.range() === 'loopback'
}

function parsed(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  return ipaddr.isValid(address) ? ipaddr.process(address) : undefined
}
