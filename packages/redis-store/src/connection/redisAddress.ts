import { type AddressParts, splitAddress, splitList } from './splitAddress.js'

export type Endpoint = { readonly host: string; readonly port: number } | { readonly path: string }

export interface Access {
  readonly tls: boolean
  readonly username?: string
  readonly password?: string
  readonly database?: number
}

/** The address of a server, of the nodes of a cluster, or of the sentinels that know the master of a named group. */
export type RedisAddress =
  | { readonly kind: 'server'; readonly place: Endpoint; readonly access: Access }
  | { readonly kind: 'cluster'; readonly places: readonly Endpoint[]; readonly access: Access }
  | { readonly kind: 'sentinel'; readonly places: readonly Endpoint[]; readonly name: string; readonly access: Access }

/**
 * Parses the address of one or more servers. `redis://user:password@host:6379/0` is a server, `rediss://` uses TLS, and
 * `unix:///path/to.sock?db=0` is a socket. The nodes of a cluster are separated by commas.
 * `redis-sentinel://user:password@host:26379,host/master` (or `rediss-sentinel://`) contains sentinels and the
 * credentials of the master. Reserved characters are percent-encoded. A password ends at the last `@`.
 *
 * Throws an Error that explains the mistake without quoting any part of the address.
 */
export function readRedisAddress(text: string): RedisAddress {
  const addresses = splitList(text).map(parseAddress)
  const [first, ...otherAddresses] = addresses
  if (!first || otherAddresses.some(({ scheme }) => scheme !== first.scheme))
    throw fault('has parts with different schemes')
  const [access = { tls: false }, ...accesses] = addresses.map(accessOf)
  if (first.scheme === 'unix') return { kind: 'server', place: { path: socketOf(addresses) }, access }
  const isSentinel = first.scheme.endsWith('-sentinel')
  const places = addresses.flatMap(({ hosts }) => hosts.split(',').map(host => endpointOf(host, isSentinel)))
  if (isSentinel) return { kind: 'sentinel', places, name: masterOf(first), access }
  const [place, ...more] = places
  if (place && more.length === 0) return { kind: 'server', place, access }
  if ([access, ...accesses].some(({ database }) => database))
    throw fault('names a database, but a cluster only has database 0')
  return { kind: 'cluster', places, access }
}

const schemes = ['redis', 'rediss', 'unix', 'redis-sentinel', 'rediss-sentinel']

function parseAddress(address: string): AddressParts {
  const parts = splitAddress(address.trim())
  const scheme = parts?.scheme.toLowerCase() ?? ''
  if (!parts || !schemes.includes(scheme))
    throw fault('does not start with redis://, rediss://, unix://, redis-sentinel:// or rediss-sentinel://')
  if (parts.isAmbiguous) throw fault('has a ? before its last @; write ? as %3F and @ as %40 in a name or password')
  return { ...parts, scheme }
}

function accessOf(parts: AddressParts): Access {
  const { scheme, userinfo: rawUserinfo } = parts
  const userinfo = rawUserinfo ?? ''
  const colon = userinfo.indexOf(':')
  const username = decode(colon < 0 ? userinfo : userinfo.slice(0, colon))
  const password = colon < 0 ? '' : decode(userinfo.slice(colon + 1))
  const database = databaseOf(parts)
  return {
    tls: scheme.startsWith('rediss'),
    ...(username === '' ? {} : { username }),
    ...(password === '' ? {} : { password }),
    ...(database === null ? {} : { database }),
  }
}

const maxDatabases = 65_536

function databaseOf({ scheme, path, query }: AddressParts): number | null {
  const parameters = [...new URLSearchParams(query ?? '')]
  const foreign = parameters.findIndex(([name]) => name !== 'db')
  if (foreign >= 0)
    throw fault(
      `has a parameter other than db after its ?, at position ${foreign + 1}; user and password belong before the host and end with @`,
    )
  const inPath = scheme === 'redis' || scheme === 'rediss' ? path.slice(1) : ''
  const [number, second] = [inPath, ...parameters.map(([, value]) => value)].filter(text => text !== '')
  if (second !== undefined) throw fault('specifies the database twice')
  if (number === undefined) return null
  if (!/^\d{1,5}$/.test(number) || Number(number) >= maxDatabases)
    throw fault(`names a database that is not a whole number from 0 to ${maxDatabases - 1}`)
  return Number(number)
}

const [serverPort, sentinelPort] = [6379, 26_379]
const lastPort = 65_535

function endpointOf(text: string, isSentinel: boolean): Endpoint {
  const form = /^(?:\[([\da-f:.]+)\]|([^\s:[\]]*))(?::(.*))?$/is
  const [match, bracketed, name, port] = form.exec(text.trim()) ?? []
  if (match === undefined) throw fault('names an invalid host; write an IPv6 address as [::1]')
  const isPort = port === undefined || (/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= lastPort)
  if (!isPort)
    throw fault(`has a port that is not a whole number from 1 to ${lastPort}; write an IPv6 address as [::1]`)
  return {
    host: bracketed ?? (name || 'localhost'),
    port: port === undefined ? (isSentinel ? sentinelPort : serverPort) : Number(port),
  }
}

function socketOf([first, ...otherAddresses]: readonly AddressParts[]): string {
  if (!first || otherAddresses.length > 0) throw fault('names several sockets; only one is allowed')
  if (first.hosts !== '' || first.path === '')
    throw fault('lacks the absolute path of a socket, as in unix:///run/redis.sock')
  return decode(first.path)
}

function masterOf({ path }: AddressParts): string {
  const name = decode(path.slice(1))
  if (name === '')
    throw fault('lacks the name of the master after the sentinels, as in redis-sentinel://host:26379,host/master')
  return name
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw fault('is not percent-encoded; write % as %25')
  }
}

const fault = (problem: string): Error =>
  new Error(
    `The address of the shared store ${problem}. It must look like redis://user:password@host:6379/0, with reserved characters of the password percent-encoded.`,
  )
