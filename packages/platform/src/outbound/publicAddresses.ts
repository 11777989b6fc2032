import { BlockList, isIP, isIPv4 } from 'node:net'

/** Networks that do not belong to the public internet (IANA special-purpose address registry). */
const specialIpv4 = networks([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
])
/** The public IPv6 addresses. This network contains no mapped, translated, local or multicast addresses. */
const globalIpv6 = networks(['2000::/3'])
/**
 * Networks within `globalIpv6` that are not public: addresses for protocols such as Teredo, documentation addresses,
 * and 6to4 addresses, which contain an IPv4 address.
 */
const specialIpv6 = networks(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])

export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !specialIpv4.check(address, 'ipv4')
  return isIP(address) === 6 && !address.includes('%') && isGlobalIpv6(address)
}

const isGlobalIpv6 = (address: string): boolean =>
  globalIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6')

export interface AllowedHosts {
  hasName(host: string): boolean
  hasAddress(address: string): boolean
}

/**
 * Parses a list of hostnames, IP addresses and networks such as `10.1.0.0/16`. Each entry must satisfy `isHostEntry`.
 */
export function allowedHosts(entries: readonly string[]): AllowedHosts {
  const names = new Set(entries.map(entry => entry.toLowerCase()))
  const addresses = networks(entries.filter(entry => networkOf(entry) !== null))
  return {
    hasName: host => names.has(host),
    hasAddress: address =>
      !address.includes('%') && isIP(address) > 0 && addresses.check(address, isIPv4(address) ? 'ipv4' : 'ipv6'),
  }
}

/** Whether a string is a hostname, an IP address or a network, without a scheme, port or brackets. */
export const isHostEntry = (text: string): boolean => networkOf(text) !== null || isHostname(text)

const isHostname = (text: string): boolean =>
  /^[a-z0-9]([a-z0-9._-]{0,251}[a-z0-9])?$/i.test(text) && !/^[\d.]+$/.test(text)

function networks(list: readonly string[]): BlockList {
  const blocks = new BlockList()
  for (const network of list.map(networkOf)) if (network) blocks.addSubnet(...network)
  return blocks
}

function networkOf(text: string): [address: string, prefix: number, family: 'ipv4' | 'ipv6'] | null {
  const [address = '', prefix, more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || address.includes('%') || more !== undefined) return null
  const longest = version === 4 ? 32 : 128
  const bits = prefix === undefined ? longest : Number(/^\d{1,3}$/.test(prefix) ? prefix : Number.NaN)
  return bits >= 0 && bits <= longest ? [address, bits, version === 4 ? 'ipv4' : 'ipv6'] : null
}
