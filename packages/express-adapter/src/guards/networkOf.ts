import type { Request } from 'express'
import ipaddr from 'ipaddr.js'

/**
 * Returns the network for which the requests from an address are counted. An IPv6 network consists of the first four
 * groups of the address, because a client usually owns all addresses with these groups. An IPv4 network is a single
 * address, even if it is mapped to IPv6. A port, which some proxies add, is ignored. All invalid addresses form one
 * network, so that a client cannot get new counters by inventing addresses.
 */
export function networkOf(address: string): string {
  const parsedAddress = parseAddress(address) ?? parseAddress(withoutPort(address))
  if (!parsedAddress) return 'unknown'
  return parsedAddress instanceof ipaddr.IPv6 ? parsedAddress.parts.slice(0, 4).join(':') : parsedAddress.toString()
}

const withoutPort = (address: string): string => address.trim().replace(/^\[([^\]]*)\](:\d+)?$|^([^:]+):\d+$/, '$1$3')

/**
 * Returns the network of the sender. Returns null if the request comes from a shared address, such as a proxy on this
 * machine that does not forward client addresses. A forwarded `127.0.0.1` is not treated as shared, because clients
 * can forge it.
 */
export function networkOfSender(
  { ip = '', ips }: Pick<Request, 'ip' | 'ips'>,
  isShared: (address: string) => boolean,
): string | null {
  return ips.length === 0 && (ip === '' || isShared(ip)) ? null : networkOf(ip)
}

export const isLoopback = (address: string): boolean => parseAddress(address)?.range() === 'loopback'

const parseAddress = (address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined =>
  ipaddr.isValid(address) ? ipaddr.process(address) : undefined
