/** Where a server listens. */
export type Place = { readonly host: string; readonly port: number } | { readonly path: string }

/** How a server lets us in. */
export interface Access {
  readonly tls: boolean
  readonly username?: string
  readonly password?: string
  readonly database?: number
}

/** One server, the servers of a cluster, or the sentinels that know who is the master of a name. */
export type RedisAddress =
  | { readonly kind: 'server'; readonly place: Place; readonly access: Access }
  | { readonly kind: 'cluster'; readonly places: readonly Place[]; readonly access: Access }
  | { readonly kind: 'sentinel'; readonly places: readonly Place[]; readonly name: string; readonly access: Access }

interface Parts {
  readonly scheme: string
  readonly userinfo: string
  readonly hosts: string
  readonly path: string
  readonly database: string | null
}

/**
 * Reads `redis://user:password@host:6379/0`, the same with `rediss://` for TLS, `unix:///path/to.sock?db=0`, several
 * servers of one cluster separated by commas, and `redis-sentinel://user:password@host:26379,host/master` (also
 * `rediss-sentinel://`), where user and password are those of the master. Reserved characters are percent-encoded; a
 * password ends at the last `@`.
 *
 * Throws an Error, which repeats nothing of the address, when it is none of these.
 */
export function readRedisAddress(text: string): RedisAddress {
  const [first, ...others] = text.split(/,\s*(?=[a-z][a-z\d+.-]*:\/\/)/i).map(takeApart)
  if (!first || others.some(({ scheme }) => scheme !== first.scheme)) throw unreadable()
  const access = accessOf(first)
  if (first.scheme === 'unix') return { kind: 'server', place: { path: orFail(decoded(first.path)) }, access }
  const isSentinel = first.scheme.endsWith('-sentinel')
  const places = [first, ...others].flatMap(({ hosts }) => hosts.split(',').map(host => placeOf(host, isSentinel)))
  if (isSentinel) return { kind: 'sentinel', places, name: orFail(decoded(first.path.slice(1))), access }
  const [place, ...more] = places
  if (place && more.length === 0) return { kind: 'server', place, access }
  // A cluster has one database.
  if (access.database) throw unreadable()
  return { kind: 'cluster', places, access }
}

function takeApart(address: string): Parts {
  const form = /^(rediss?(?:-sentinel)?|unix):\/\/(?:([^?]*)@)?([^@/?]*)(\/[^@?]*)?(?:\?([^@]*))?$/i
  const [whole, scheme = '', userinfo = '', hosts = '', path = '', query = ''] = form.exec(address.trim()) ?? []
  if (whole === undefined) throw unreadable()
  return { scheme: scheme.toLowerCase(), userinfo, hosts, path, database: new URLSearchParams(query).get('db') }
}

function accessOf({ scheme, userinfo, path, database }: Parts): Access {
  const colon = userinfo.indexOf(':')
  const username = decoded(colon < 0 ? userinfo : userinfo.slice(0, colon))
  const password = colon < 0 ? '' : decoded(userinfo.slice(colon + 1))
  const isNumbered = scheme === 'redis' || scheme === 'rediss'
  const number = database ?? (isNumbered ? path.slice(1) : '')
  if (!/^\d{0,5}$/.test(number)) throw unreadable()
  return {
    tls: scheme.startsWith('rediss'),
    ...(username === '' ? {} : { username }),
    ...(password === '' ? {} : { password }),
    ...(number === '' ? {} : { database: Number(number) }),
  }
}

const [serverPort, sentinelPort] = [6379, 26_379]

function placeOf(written: string, isSentinel: boolean): Place {
  const [whole, bracketed, name, port] = /^\s*(?:\[([\da-f:.]+)\]|([^\s:[\]]*))(?::(\d{1,5}))?\s*$/i.exec(written) ?? []
  if (whole === undefined) throw unreadable()
  return {
    host: bracketed ?? (name || 'localhost'),
    port: port === undefined ? (isSentinel ? sentinelPort : serverPort) : Number(port),
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw unreadable()
  }
}

function orFail(text: string): string {
  if (text === '') throw unreadable()
  return text
}

function unreadable(): Error {
  return new Error(
    'The address of the shared store can not be read. It is to be like redis://user:password@host:6379/0, with reserved characters of the password percent-encoded.',
  )
}
