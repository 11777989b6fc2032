import {
  type Address,
  functionTarget,
  type ServerDescription,
  type SharedStore,
  type StoredValue,
  type StoreFault,
  type StoreLease,
  type StoreWrite,
  type Target,
} from '@plenum/memoize'
import { createAnnouncements } from './announcements.js'
import { faultOf } from './connection/faults.js'
import type { Send } from './connection/redisNodes.js'
import { withinDeadline } from './deadline.js'
import { envelope, envelopeVersion } from './encoding/envelope.js'
import { invalidateCall, invalidateFunction, invalidateTag } from './invalidateValues.js'
import { keysUnder } from './keys.js'
import { pinging, sendPing } from './ping.js'
import { readValue } from './readValue.js'
import { milliseconds } from './seconds.js'
import { readHello, readServerClock, readServerInfo, unknownServer } from './serverInfo.js'
import type { RedisStoreOptions, Store } from './store.js'
import { createTokenCache } from './tokens.js'

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

/** Writes a value. TYPE detects a key of a different type, for which MGET returns null as for a missing key. */
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
