import type { Request } from 'express'
import ipaddr from 'ipaddr.js'

/**
 * The network that an address is counted under. IPv6: the first four groups, because a client usually owns all
 * addresses of such a network; IPv4: the address, even if mapped to IPv6. Ignores the port that some proxies add. All
 * invalid addresses count as one network, so that inventing them yields no fresh counters.
 */
export function networkOf(address: string): string {
  const parsedAddress = parseAddress(address) ?? parseAddress(withoutPort(address))
  if (!parsedAddress) return 'unknown'
  return parsedAddress instanceof ipaddr.IPv6 ? parsedAddress.parts.slice(0, 4).join(':') : parsedAddress.toString()
}

/** Strips a port, and the brackets of IPv6. */
const withoutPort = (address: string): string => address.trim().replace(/^\[([^\]]*)\](:\d+)?$|^([^:]+):\d+$/, '$1$3')

/**
 * The network of a client; null if the peer is shared by many clients and does not forward their addresses, for example
 * a front end or proxy on this machine. A trusted proxy forwards them: then even `127.0.0.1` is only a claim.
 */
export function networkOfSender(
  { ip = '', ips }: Pick<Request, 'ip' | 'ips'>,
  isShared: (address: string) => boolean,
): string | null {
  return ips.length === 0 && (ip === '' || isShared(ip)) ? null : networkOf(ip)
}

/** Whether an address belongs to the machine itself. */
export const isLoopback = (address: string): boolean => parseAddress(address)?.range() === 'loopback'

const parseAddress = (address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined =>
  ipaddr.isValid(address) ? ipaddr.process(address) : undefined
