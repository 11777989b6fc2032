import {
  type Address,
  functionTarget,
  maxComputation,
  type ServerDescription,
  type SharedStore,
  type StoredValue,
  type StoreFault,
  type StoreInvalidation,
  type StoreLease,
  type StoreWrite,
  type Target,
} from '@plenum/memoize'
import { createAnnouncements } from './announcements.js'
import { faultOf, isReply } from './connection/faults.js'
import type { Send } from './connection/redisNodes.js'
import { withinDeadline } from './deadline.js'
import { envelope, envelopeVersion } from './encoding/envelope.js'
import { keysUnder } from './keys.js'
import { pinging, sendPing } from './ping.js'
import { readValue } from './readValue.js'
import { removeKeys } from './removeKeys.js'
import { milliseconds } from './seconds.js'
import { readHello, readServerClock, readServerInfo, unknownServer } from './serverInfo.js'
import type { RedisStoreOptions, Store } from './store.js'
import { createTokenCache, newToken } from './tokens.js'

/** The minimum deadlines, in milliseconds, of an invalidation and of a status query. */
const [invalidationDeadline, lookDeadline] = [10_000, 1000]
/** The maximum size of a decompressed value, relative to the maximum size of a stored value. */
const maxGrowth = 16

/** Creates a store that shares values through a Redis-compatible server (docs/caching.md, Connections to the store). */
export function redisStore(options: RedisStoreOptions): SharedStore {
  const { nodes, prefix, form, maxSize, secret, compressFrom } = options
  const timeout = milliseconds('timeout', options.timeout)
  const store: Store = {
    ...options,
    timeout,
    keys: keysUnder(prefix, `${envelopeVersion}.${form}`),
    envelope: envelope({ secret, compressFrom, maxUnpacked: maxSize * maxGrowth }),
    tokens: createTokenCache(),
    offering: new Set(),
    // The connection is dropped, because its outstanding replies would delay later requests.
    within: (task, limit = timeout) => withinDeadline(task, limit, error => nodes.reset(error, error.milliseconds)),
  }
  const closing = new AbortController()
  const longest = Math.max(timeout, invalidationDeadline)
  const announcements = createAnnouncements({ nodes, channel: store.keys.channel, closing: closing.signal })
  const announced = async <T>(invalidation: Promise<T>, target: Target): Promise<T> => {
    const outcome = await invalidation
    announcements.announce(target)
    return outcome
  }
  const answer = <T>(task: Promise<T>, limit: number): Promise<T | StoreFault> =>
    store.within(task, limit).catch(error => faultOf(error, nodes.scrub))
  return {
    get: (address, reading) => answer(readValue(store, address, reading), timeout),
    set: (address, value) => answer(write(store, address, value), timeout),
    invalidate: name => answer(announced(invalidateFunction(store, name), functionTarget(name)), longest),
    invalidateCall: (address, lifetime) =>
      answer(announced(invalidateCall(store, address, lifetime), { kind: 'call', ...address, lifetime }), longest),
    invalidateTag: tag => answer(announced(invalidateTag(store, tag), { kind: 'tag', tag }), longest),
    lease: (address, token, duration) => answer(acquire(store, store.keys.lease(address, token), duration), timeout),
    release: async (address, token) => {
      const key = store.keys.lease(address, token)
      await answer(nodes.send(key, ['UNLINK', key]), timeout)
    },
    listen: announcements.listen,
    describe: () => describe(store, closing.signal),
    ping: pinging({ nodes, timeout, closing: closing.signal }),
    close: async () => {
      nodes.close()
      closing.abort(new Error('the store was closed'))
    },
  }
}

/**
 * Writes a value. TYPE detects a key of a different type, because MGET returns null for such a key, as if it did not
 * exist.
 */
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

/** Returns the status of the server. The query uses a separate connection, because the regular connection may hang. */
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

async function acquire({ nodes }: Store, key: string, duration: number): Promise<StoreLease> {
  const reply = await nodes.send(key, ['SET', key, '1', 'NX', 'PX', String(duration)])
  return { kind: reply === null ? 'held' : 'acquired' }
}

/** The time after which an invalidation scans no further pages, in milliseconds. */
const maxPaging = 9000

/**
 * Invalidates the values of a function, or of all functions if `name` is null. The token is deleted first. Without this
 * token, all earlier values are stale, even before they are deleted (docs/caching.md, Invalidation tokens). The token
 * is deleted instead of replaced, because a full server accepts no new values. The next read creates a new token.
 */
async function invalidateFunction({ nodes, keys, within }: Store, name: string | null): Promise<StoreInvalidation> {
  const end = performance.now() + maxPaging
  await within(nodes.send(keys.token(name), ['UNLINK', keys.token(name)]))
  const removed = await removeKeys({ nodes, keys, within, hasTime: () => performance.now() < end }, name)
  return { kind: 'removed', removed }
}

/**
 * Invalidates the value of a call. The new token must outlive all values with the previous token, including values that
 * are still being computed. If the server is full and rejects the new token, the function is invalidated instead.
 */
async function invalidateCall(store: Store, address: Address, lifetime: number): Promise<StoreInvalidation> {
  const { nodes, keys, within } = store
  const [tokenKey, key] = [keys.callToken(address), keys.value(address)]
  const retained = Math.ceil(lifetime + maxComputation)
  const isRenewed = await within(nodes.send(tokenKey, ['SET', tokenKey, newToken(), 'PX', String(retained)])).then(
    () => true,
    error => (isReply(error, 'OOM') ? false : Promise.reject(error)),
  )
  if (!isRenewed) return invalidateFunction(store, address.name)
  return { kind: 'removed', removed: Number(await within(nodes.send(key, ['UNLINK', key]))) }
}

/** Deletes the token of a tag. The next read creates a new token. */
async function invalidateTag({ nodes, keys, within }: Store, tag: string): Promise<StoreInvalidation> {
  const key = keys.tagToken(tag)
  await within(nodes.send(key, ['UNLINK', key]))
  return { kind: 'removed', removed: 0 }
}
