export interface ServerInfo {
  readonly product: string
  readonly version: string | null
}

/**
 * The version fields of Redis-compatible products. Most of these products report the Redis version with which they are
 * compatible as `redis_version`.
 */
const ownFields: readonly (readonly [field: string, product: string])[] = [
  ['dragonfly_version', 'Dragonfly'],
  ['garnet_version', 'Garnet'],
  ['kvrocks_version', 'Kvrocks'],
  ['valkey_version', 'Valkey'],
]

/** Parses the reply to `INFO server` (docs/caching.md, Connections to the store, rule 1). */
export function readServerInfo(info: string): ServerInfo {
  const fields = new Map(info.split(/\r?\n/).flatMap(readField))
  for (const [field, product] of ownFields) {
    const version = fields.get(field)
    if (version !== undefined) return { product, version: version.replace(/^(?:df-)?v/, '') }
  }
  const version = fields.get('redis_version') ?? null
  if (fields.get('server_name') === 'valkey') return { product: 'Valkey', version }
  if (fields.get('executable')?.endsWith('keydb-server')) return { product: 'KeyDB', version }
  return version === null ? unknownServer : { product: 'Redis', version }
}

/** Reads the clock of the server. Returns an empty object if the server does not report its time. */
export function readServerClock(info: string): { readonly clock?: number } {
  const microseconds = /^server_time_usec:(\d{1,17})\s*$/m.exec(info)?.[1]
  return microseconds === undefined ? {} : { clock: Math.floor(Number(microseconds) / 1000) }
}

function readField(line: string): [string, string][] {
  const colon = line.indexOf(':')
  return colon > 0 ? [[line.slice(0, colon), line.slice(colon + 1).trim()]] : []
}

/**
 * Parses the reply to `HELLO`, a list of names and values. Users without permission for `INFO` can send `HELLO`
 * instead.
 */
export function readHello(answer: unknown): ServerInfo {
  const items = Array.isArray(answer) ? answer.map(String) : []
  const product = items[items.indexOf('server') + 1] ?? ''
  if (!items.includes('server') || !/^\w{1,30}$/.test(product)) return unknownServer
  const version = items.includes('version') ? (items[items.indexOf('version') + 1] ?? null) : null
  return { product: product[0]?.toUpperCase() + product.slice(1), version }
}

export const unknownServer: ServerInfo = { product: 'unknown', version: null }
