import type {
  Address,
  ServerDescription,
  SharedStore,
  StoredValue,
  StoreFault,
  StoreInvalidation,
  StoreRead,
  StoreWrite,
} from '@plenum/core/memoize'
import { faultOf } from './connection/faults.js'
import type { RedisNodes, Send } from './connection/redisNodes.js'
import { withinDeadline } from './deadline.js'
import { type Envelope, envelope, envelopeVersion } from './encoding/envelope.js'
import { type Keys, keysUnder } from './keys.js'
import { pinging, sendPing } from './ping.js'
import { removeKeys } from './removeKeys.js'
import { readHello, readServerClock, readServerInfo, unknownServer } from './serverInfo.js'
import { isToken, knownTokens, newToken, type Token, type Tokens } from './tokens.js'

export interface RedisStoreOptions {
  readonly nodes: RedisNodes
  /** What all keys begin with. */
  readonly prefix: string
  /** Names how values are encoded, so that programs that encode otherwise do not meet them. */
  readonly form: string
  /** Bytes of a stored value, what surrounds it included. */
  readonly maxSize: number
  /** Milliseconds that one request may take. */
  readonly timeout: number
  /** With it values are signed, and bytes that others wrote are never read. */
  readonly secret?: string
  /** Bytes from which values are compressed; never when it is left out. */
  readonly compressFrom?: number
}

interface Store extends RedisStoreOptions {
  readonly keys: Keys
  readonly envelope: Envelope
  readonly tokens: Tokens
  /** Functions that tokens are being offered for. */
  readonly offering: Set<string>
  /** Some work, or a DeadlineError after so many milliseconds: those of a request when they are left out. */
  within<T>(work: Promise<T>, milliseconds?: number): Promise<T>
}

/** Milliseconds that an invalidation, and a look at the server, may take at least. */
const [invalidationDeadline, lookDeadline] = [10_000, 1000]
/** Milliseconds after which an invalidation begins no further page. */
const maxPaging = 9000

/** How far a value may grow when it is unpacked, in sizes of the largest stored one. */
const maxGrowth = 16

/** Values shared through Redis, or a server that speaks as it does (docs/caching.md, Connections to the store). */
export function redisStore(options: RedisStoreOptions): SharedStore {
  const { nodes, prefix, form, maxSize, timeout, secret, compressFrom } = options
  const store: Store = {
    ...options,
    keys: keysUnder(prefix, `${envelopeVersion}.${form}`),
    envelope: envelope({ secret, compressFrom, maxUnpacked: maxSize * maxGrowth }),
    tokens: knownTokens(),
    offering: new Set(),
    // Outstanding replies would be read as answers to later requests: drop the connection.
    within: (work, milliseconds = timeout) =>
      withinDeadline(work, milliseconds, error => nodes.reset(error, error.milliseconds)),
  }
  const looks = lookingAt(store)
  const pings = pinging({ nodes, timeout })
  const answer = <T>(work: Promise<T>, milliseconds: number): Promise<T | StoreFault> =>
    store.within(work, milliseconds).catch(error => faultOf(error, nodes.scrub))
  return {
    get: address => answer(read(store, address), timeout),
    set: (address, value) => answer(write(store, address, value), timeout),
    invalidate: name => answer(invalidate(store, name), Math.max(timeout, invalidationDeadline)),
    describe: looks.describe,
    ping: pings.ping,
    close: async () => {
      nodes.close()
      looks.close()
      pings.close()
    },
  }
}

/** Tokens and value in one round trip. Where there may be no tokens yet, some are offered with it. */
async function read(store: Store, address: Address): Promise<StoreRead> {
  const { keys, nodes, tokens } = store
  const { name } = address
  const [allKey, ownKey, key] = [keys.token(null), keys.token(name), keys.value(address)]
  if (!tokens.isKnown(name)) offerOnce(store, name)
  const [all = null, own = null, bytes = null] = await nodes.get([allKey, ownKey, key])
  const token = tokens.read(name, { all, own }) ?? (await makeTokens(store, name))
  return bytes ? open(store, { key, bytes, token }) : { kind: 'miss', token: token.text }
}

interface Found {
  readonly key: string
  readonly bytes: Buffer
  readonly token: Token
}

function open({ envelope, maxSize }: Store, { key, bytes, token: { text: token, bytes: current } }: Found): StoreRead {
  const opened = bytes.length <= maxSize ? envelope.open(key, bytes) : null
  if (!opened) return { kind: 'undecodable', token }
  return opened.token.equals(current) ? { kind: 'hit', payload: opened.payload, token } : { kind: 'miss', token }
}

/** Once for all who ask at the same time. A server that takes none says so again to `makeTokens`. */
function offerOnce(store: Store, name: string): void {
  const { keys, offering } = store
  if (offering.has(name)) return
  offering.add(name)
  offerTokens(store, [keys.token(null), keys.token(name)])
    .catch(() => {})
    .finally(() => offering.delete(name))
}

/** Of all who offer some at the same time the first wins. */
function offerTokens({ nodes }: Store, keys: readonly string[]): Promise<unknown> {
  return Promise.all(keys.map(key => nodes.send(key, ['SET', key, newToken(), 'NX'])))
}

async function makeTokens(store: Store, name: string): Promise<Token> {
  const { nodes, keys, tokens } = store
  const owned = [keys.token(null), keys.token(name)]
  const kept = async (): Promise<readonly (Buffer | null)[]> => nodes.get(owned)
  const [, [all = null, own = null]] = await Promise.all([offerTokens(store, owned), kept()])
  const made = tokens.read(name, { all, own })
  if (made) return made
  const broken = owned.filter((_, i) => !isToken([all, own][i] ?? null))
  await Promise.all(broken.map(key => nodes.send(key, ['SET', key, newToken()])))
  const [newAll = null, newOwn = null] = await kept()
  const token = tokens.read(name, { all: newAll, own: newOwn })
  if (!token) throw new Error('the tokens of invalidations cannot be read')
  return token
}

/** MGET answers null for keys of another type; TYPE tells them from missing ones. */
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
 * The token first: from then on no value from before counts, however long the keys take (docs/caching.md, Invalidation
 * tokens). It is removed, not replaced, since a full server takes no new one; whoever reads next makes it.
 */
async function invalidate({ nodes, keys, within }: Store, name: string | null): Promise<StoreInvalidation> {
  const end = performance.now() + maxPaging
  await within(nodes.send(keys.token(name), ['UNLINK', keys.token(name)]))
  const removed = await removeKeys({ nodes, keys, within, hasTime: () => performance.now() < end }, name)
  return { kind: 'removed', removed }
}

/** Looks at the server over connections of their own: the one in use may hang. */
function lookingAt(store: Store): { describe(): Promise<ServerDescription>; close(): void } {
  const looks = new Set<AbortController>()
  let isClosed = false
  const end = (look: AbortController): void => look.abort(new Error('the store was closed'))
  return {
    describe: async () => {
      const look = new AbortController()
      looks.add(look)
      if (isClosed) end(look)
      return describe(store, look.signal).finally(() => {
        end(look)
        looks.delete(look)
      })
    },
    close: () => {
      isClosed = true
      looks.forEach(end)
    },
  }
}

async function describe({ nodes, timeout }: Store, signal: AbortSignal): Promise<ServerDescription> {
  const begun = performance.now()
  try {
    return await withinDeadline(nodes.askApart(look, signal), Math.max(timeout, lookDeadline))
  } catch (error) {
    return { kind: 'unavailable', reason: faultOf(error, nodes.scrub).reason, latency: performance.now() - begun }
  }
}

async function look(send: Send): Promise<ServerDescription> {
  const asked = performance.now()
  await sendPing(send)
  const latency = performance.now() - asked
  const info = await send(['INFO', 'server']).then(
    answer => ({ ...readServerInfo(String(answer)), ...readServerClock(String(answer)) }),
    () => send(['HELLO']).then(readHello, () => unknownServer),
  )
  return { kind: 'answered', ...info, latency }
}
