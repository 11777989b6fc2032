import type {
  Address,
  ServerDescription,
  SharedStore,
  StoredValue,
  StoreFault,
  StoreInvalidation,
  StoreRead,
  StoreWrite,
} from '@plenum/memoize'
import { faultOf } from './connection/faults.js'
import type { RedisNodes, Send } from './connection/redisNodes.js'
import { withinDeadline } from './deadline.js'
import { type Envelope, envelope, envelopeVersion } from './encoding/envelope.js'
import { type Keys, keysUnder } from './keys.js'
import { pinging, sendPing } from './ping.js'
import { removeKeys } from './removeKeys.js'
import { readHello, readServerClock, readServerInfo, unknownServer } from './serverInfo.js'
import { createTokenCache, isToken, newToken, type Token, type Tokens } from './tokens.js'

export interface RedisStoreOptions {
  readonly nodes: RedisNodes
  /** The prefix of all keys. */
  readonly prefix: string
  /** The name of the value format. It is part of the keys, so programs with another format use other keys. */
  readonly form: string
  /** The maximum size of a stored value in bytes, including the envelope. */
  readonly maxSize: number
  /** The maximum duration of a request, in milliseconds. */
  readonly timeout: number
  /** The secret for signing values. Bytes from other writers are rejected. */
  readonly secret?: string
  /** The minimum number of bytes of a compressed value. If omitted, values are never compressed. */
  readonly compressFrom?: number
}

interface Store extends RedisStoreOptions {
  readonly keys: Keys
  readonly envelope: Envelope
  readonly tokens: Tokens
  readonly offering: Set<string>
  /**
   * Limits `task` to a number of milliseconds, which defaults to the timeout of a request. Rejects with a DeadlineError
   * when the time is over.
   */
  within<T>(task: Promise<T>, milliseconds?: number): Promise<T>
}

/** The minimum deadlines of an invalidation and of a status query, in milliseconds. */
const [invalidationDeadline, lookDeadline] = [10_000, 1000]
/** The number of milliseconds after which an invalidation stops scanning pages. */
const maxPaging = 9000

/** The maximum ratio of the size of a decompressed value to the maximum size of a stored value. */
const maxGrowth = 16

/** Creates a store that shares values through a Redis-compatible server (docs/caching.md, Connections to the store). */
export function redisStore(options: RedisStoreOptions): SharedStore {
  const { nodes, prefix, form, maxSize, timeout, secret, compressFrom } = options
  const store: Store = {
    ...options,
    keys: keysUnder(prefix, `${envelopeVersion}.${form}`),
    envelope: envelope({ secret, compressFrom, maxUnpacked: maxSize * maxGrowth }),
    tokens: createTokenCache(),
    offering: new Set(),
    // Later requests would have to wait for the outstanding replies of the connection, so it is dropped.
    within: (task, milliseconds = timeout) =>
      withinDeadline(task, milliseconds, error => nodes.reset(error, error.milliseconds)),
  }
  const closing = new AbortController()
  const answer = <T>(task: Promise<T>, milliseconds: number): Promise<T | StoreFault> =>
    store.within(task, milliseconds).catch(error => faultOf(error, nodes.scrub))
  return {
    get: address => answer(read(store, address), timeout),
    set: (address, value) => answer(write(store, address, value), timeout),
    invalidate: name => answer(invalidate(store, name), Math.max(timeout, invalidationDeadline)),
    describe: () => describe(store, closing.signal),
    ping: pinging({ nodes, timeout, closing: closing.signal }),
    close: async () => {
      nodes.close()
      closing.abort(new Error('the store was closed'))
    },
  }
}

/** Reads the tokens and the value in one round trip, which also creates tokens that may not exist yet. */
async function read(store: Store, address: Address): Promise<StoreRead> {
  const { keys, nodes, tokens } = store
  const { name } = address
  const [allKey, ownKey, key] = [keys.token(null), keys.token(name), keys.value(address)]
  if (!tokens.isKnown(name)) offerOnce(store, name)
  const [all, own, bytes] = await nodes.get([allKey, ownKey, key])
  const token = tokens.tokenOf(name, all, own) ?? (await makeTokens(store, name))
  return bytes ? open(store, { key, bytes, token }) : { kind: 'miss', token: token.text }
}

interface StoredBytes {
  readonly key: string
  readonly bytes: Buffer
  readonly token: Token
}

function open(
  { envelope, maxSize }: Store,
  { key, bytes, token: { text: token, bytes: current } }: StoredBytes,
): StoreRead {
  const opened = bytes.length <= maxSize ? envelope.open(key, bytes) : null
  if (!opened) return { kind: 'undecodable', token }
  return opened.token.equals(current) ? { kind: 'hit', payload: opened.payload, token } : { kind: 'miss', token }
}

/**
 * Concurrent reads share one attempt to create tokens. If the server refuses the command, `makeTokens` reports the
 * error.
 */
function offerOnce(store: Store, name: string): void {
  const { keys, offering } = store
  if (offering.has(name)) return
  offering.add(name)
  offerTokens(store, [keys.token(null), keys.token(name)])
    .catch(() => {})
    .finally(() => offering.delete(name))
}

/** With NX, the first of several concurrent writers wins. */
const offerTokens = ({ nodes }: Store, keys: readonly string[]): Promise<unknown> =>
  Promise.all(keys.map(key => nodes.send(key, ['SET', key, newToken(), 'NX'])))

async function makeTokens(store: Store, name: string): Promise<Token> {
  const { nodes, keys, tokens } = store
  const owned = [keys.token(null), keys.token(name)]
  const [, [all, own]] = await Promise.all([offerTokens(store, owned), nodes.get(owned)])
  const existing = tokens.tokenOf(name, all, own)
  if (existing) return existing
  const broken = owned.filter((_, i) => !isToken([all, own][i] ?? null))
  await Promise.all(broken.map(key => nodes.send(key, ['SET', key, newToken()])))
  const [newAll, newOwn] = await nodes.get(owned)
  const token = tokens.tokenOf(name, newAll, newOwn)
  if (!token) throw new Error('the invalidation tokens cannot be read')
  return token
}

/** MGET returns null both for missing keys and for keys of another type. TYPE distinguishes them. */
async function write(store: Store, address: Address, value: StoredValue): Promise<StoreWrite> {
  const { keys, nodes, envelope, maxSize } = store
  const key = keys.value(address)
  const sealed = envelope.seal(key, { token: Buffer.from(value.token, 'base64url'), payload: value.payload })
  if (sealed.length > maxSize) return { kind: 'too-large', size: sealed.length }
  const [type] = await Promise.all([
    nodes.send(key, ['TYPE', key]).catch(() => 'unknown'),
    nodes.send(key, ['SET', key, sealed, 'PX', String(value.lifetime)]),
  ])
  const isForeign = !['none', 'string', 'unknown'].includes(String(type))
  return isForeign ? { kind: 'stored', replaced: 'undecodable' } : { kind: 'stored' }
}

/**
 * Deletes the token first. Without the token, all earlier values are stale, regardless of how long their deletion takes
 * (docs/caching.md, Invalidation tokens). The token is deleted instead of replaced, because a full server accepts no
 * new value. The next read creates a new token.
 */
async function invalidate({ nodes, keys, within }: Store, name: string | null): Promise<StoreInvalidation> {
  const end = performance.now() + maxPaging
  await within(nodes.send(keys.token(name), ['UNLINK', keys.token(name)]))
  const removed = await removeKeys({ nodes, keys, within, hasTime: () => performance.now() < end }, name)
  return { kind: 'removed', removed }
}

/** Uses a separate connection, because the regular connection may hang. */
async function describe({ nodes, timeout }: Store, closing: AbortSignal): Promise<ServerDescription> {
  const begun = performance.now()
  const query = new AbortController()
  try {
    const status = nodes.onSeparateConnection(queryStatus, AbortSignal.any([closing, query.signal]))
    return await withinDeadline(status, Math.max(timeout, lookDeadline))
  } catch (error) {
    return { kind: 'unavailable', reason: faultOf(error, nodes.scrub).reason, latency: performance.now() - begun }
  } finally {
    query.abort()
  }
}

async function queryStatus(send: Send): Promise<ServerDescription> {
  const begun = performance.now()
  await sendPing(send)
  const latency = performance.now() - begun
  const info = await send(['INFO', 'server']).then(
    answer => ({ ...readServerInfo(String(answer)), ...readServerClock(String(answer)) }),
    () => send(['HELLO']).then(readHello, () => unknownServer),
  )
  return { kind: 'answered', ...info, latency }
}
