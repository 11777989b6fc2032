import type { Request } from 'express'
import ipaddr from 'ipaddr.js'

/**
 * What an address counts as: of IPv6 the first four groups, however they are written, because everybody has all
 * addresses of such a network; IPv4 as it is, also where it is written as IPv6. A port, which some proxies add, does not
 * count. Texts that are no addresses count as one, so that nobody gets counters of their own by inventing them.
 */
export function networkOf(address: string): string {
  const known = parsed(address) ?? parsed(withoutPort(address))
  if (!known) return 'unknown'
  return known instanceof ipaddr.IPv6 ? known.parts.slice(0, 4).join(':') : known.toString()
}

/** As IPv4 and IPv6 are written with a port, and IPv6 in brackets without one. */
const withoutPort = (address: string): string => address.trim().replace(/^\[([^\]]*)\](:\d+)?$|^([^:]+):\d+$/, '$1$3')

/**
 * A client's network; null where the other end of the connection stands for many clients and names none of them, as a
 * front end or a proxy on this machine does. A proxy that is believed names them: then even `127.0.0.1` is only a claim.
 */
export function networkOfSender(
  { ip = '', ips }: Pick<Request, 'ip' | 'ips'>,
  isShared: (address: string) => boolean,
): string | null {
  return ips.length === 0 && (ip === '' || isShared(ip)) ? null : networkOf(ip)
}

/** Of the machine itself. */
export function isLoopback(address: string): boolean {
  return parsed(address)?.range() === 'loopback'
}

function parsed(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  return ipaddr.isValid(address) ? ipaddr.process(address) : undefined
}
