import type { StoreFault, StoreRead, StoreWrite } from '../store/sharedStore.js'
import type { StoreGuard } from '../store/storeGuard.js'
import { decodeWith, encodeWith, type ValueCodec } from '../values/valueCodec.js'
import { type Answer, beginSingleFlight, type CachedFunction, type Call, noteToken } from './cachedFunction.js'
import { count } from './counters.js'
import type { LiveCalls } from './liveCalls.js'
import type { LruCache } from './lruCache.js'

/** Encoded values in RAM. What is in them is of the function's current epoch, hence of the token that was seen last. */
export interface Copies {
  /** What stands in for the store while it is not in use. */
  readonly fallbackCopies: LruCache<Uint8Array>
  /** What the store did not take, for when it says that it has no value. */
  readonly overflowCopies: LruCache<Uint8Array>
}

/** Of one function, or of all for null. */
export function dropCopies({ fallbackCopies, overflowCopies }: Copies, name: string | null): void {
  fallbackCopies.drop(name)
  overflowCopies.drop(name)
}

export interface Sharing {
  readonly guard: StoreGuard
  readonly codec: ValueCodec
  readonly copies: Copies
  readonly live: LiveCalls
  /** Milliseconds after which a value that the store refused is offered again. */
  readonly retryAfter: number
  /** A value of the function could not be shared; the function stays in RAM from now on. */
  onRefused(name: string, reason: string): void
  /** The store, which is in use, did not take or give something. */
  onFailed(name: string, reason: string): void
  /** Keeps track of work that nobody waits for. */
  background(work: Promise<void>): void
}

/** What a call knows at the moment when it begins to compute, hence what its value is worth. */
interface Basis {
  readonly epoch: number
  /** What the store said; null when it was not read. */
  readonly token: string | null
  /** The store, which is in use, refused to be read. */
  readonly isRefused: boolean
}

/** A call on the route `shared`. Every caller gets an object of his own, as from the store. */
export async function answerShared(sharing: Sharing, call: Call): Promise<unknown> {
  const joined = call.fn.inFlight.get(call.key)?.answer
  if (!joined) return (await beginSingleFlight(call, register => answerAsLeader(sharing, call, register))).value
  const { value, bytes } = await joined
  const copy = bytes && decodeWith(sharing.codec, bytes)
  return copy ? copy.value : value
}

async function answerAsLeader(sharing: Sharing, call: Call, register: () => void): Promise<Answer> {
  const found = interpretRead(sharing, call, await sharing.guard.get(call.fn.name, call.digest))
  if ('value' in found) return found
  register()
  return storeComputed(sharing, call, { basis: found, value: await call.compute() })
}

/** What is known after a look at the store; null when it was not to be looked at. */
function interpretRead(sharing: Sharing, call: Call, read: StoreRead | null): Answer | Basis {
  const { fn } = call
  if (!read) return lookInRam(sharing, call)
  if (!('token' in read)) {
    reportFailure(sharing, fn, read)
    return lookInRam(sharing, call, read.kind !== 'unavailable')
  }
  if (noteToken(fn, read.token)) dropCopies(sharing.copies, fn.name)
  return interpretAnswer(sharing, call, read)
}

type StoreAnswer = Extract<StoreRead, { readonly token: string }>

function interpretAnswer({ codec, copies }: Sharing, { fn, key }: Call, read: StoreAnswer): Answer | Basis {
  const bytes = read.kind === 'hit' ? read.payload : copies.overflowCopies.get(key)?.value
  const decoded = bytes && decodeWith(codec, bytes)
  if (decoded) {
    count(fn.counters, read.kind === 'hit' ? 'shared-hit' : 'ram-hit')
    return { value: decoded.value, bytes }
  }
  count(fn.counters, read.kind === 'miss' ? 'shared-miss' : 'undecodable')
  return { epoch: fn.epoch, token: read.token, isRefused: false }
}

/** Overflow copies may be outdated until the store has shown its token, so only a store that was given up is none asked. */
function lookInRam({ codec, copies, guard }: Sharing, { fn, key }: Call, isRefused = false): Answer | Basis {
  const isOpen = guard.breaker().kind === 'open'
  const bytes = (copies.fallbackCopies.get(key) ?? (isOpen ? copies.overflowCopies.get(key) : null))?.value
  const decoded = bytes && decodeWith(codec, bytes)
  count(fn.counters, decoded ? 'ram-hit' : 'ram-miss')
  return decoded ? { value: decoded.value, bytes } : { epoch: fn.epoch, token: null, isRefused }
}

interface Computed {
  readonly basis: Basis
  readonly value: unknown
}

/** The value is encoded before anybody gets it and may change it; writing is waited for by nobody. */
function storeComputed(sharing: Sharing, call: Call, { basis, value }: Computed): Answer {
  const { fn } = call
  if (fn.routing.route !== 'shared') return sharing.live.keep(call, basis.epoch, value)
  const encoded = encodeWith(sharing.codec, value)
  if (!encoded.ok) {
    reportRefusal(sharing, fn, encoded.reason)
    return sharing.live.keep(call, basis.epoch, value)
  }
  const { bytes } = encoded
  const lifetime = call.lifetime(value)
  if (lifetime <= 0) return { value, bytes }
  const written = write(sharing, call, { basis, bytes, lifetime })
  sharing.background(written)
  return { value, bytes, written }
}

function reportFailure({ onFailed }: Sharing, fn: CachedFunction, { kind, reason }: StoreFault): void {
  count(fn.counters, 'store-failed')
  if (kind !== 'unavailable') onFailed(fn.name, reason)
}

function reportRefusal({ onRefused }: Sharing, fn: CachedFunction, reason: string): void {
  count(fn.counters, 'refused')
  fn.routing = { route: 'ram-not-shareable', reason }
  onRefused(fn.name, reason)
}

interface Encoded {
  readonly basis: Basis
  readonly bytes: Uint8Array
  readonly lifetime: number
}

async function write(sharing: Sharing, call: Call, encoded: Encoded): Promise<void> {
  const { fn } = call
  if (fn.epoch !== encoded.basis.epoch) return
  const offered = offer(sharing, call, encoded)
  const outcome = offered && (await offered)
  if (outcome?.kind === 'stored' && outcome.replaced) count(fn.counters, 'undecodable-after-all')
  if (outcome?.kind === 'too-large') count(fn.counters, 'too-large')
  if (outcome && 'reason' in outcome) reportFailure(sharing, fn, outcome)
  if (fn.epoch === encoded.basis.epoch) keepCopy(sharing, call, { ...encoded, outcome })
}

/** A value that the store was not read for is not written, so that a call costs one timeout at most. */
function offer({ guard }: Sharing, call: Call, { basis, bytes, lifetime }: Encoded): Promise<StoreWrite> | null {
  const { token } = basis
  if (token === null) return null
  const digest = call.digest()
  return guard.set({ name: call.fn.name, digest }, { payload: bytes, token, lifetime: withJitter(lifetime, digest) })
}

function keepCopy(
  { guard, copies, retryAfter }: Sharing,
  { fn, key }: Call,
  { basis, bytes, lifetime, outcome }: Encoded & { readonly outcome: StoreWrite | null },
): void {
  const kept = { value: bytes, owner: fn.name, bytes: bytes.length, lifetime }
  const isFallback = basis.isRefused || !guard.isInUse(fn.name)
  if (outcome?.kind === 'too-large') copies.overflowCopies.set(key, kept)
  else if (isFallback) copies.fallbackCopies.set(key, { ...kept, lifetime: Math.min(lifetime, longestFallback(guard)) })
  if (basis.isRefused || (guard.isInUse(fn.name) && outcome && 'reason' in outcome))
    copies.overflowCopies.set(key, { ...kept, lifetime: Math.min(lifetime, retryAfter) })
}

/** A server that answers others may have been told of an invalidation, of which only a read would tell us. */
const longestUnread = 1000

const longestFallback = (guard: StoreGuard): number =>
  guard.breaker().kind === 'open' ? Number.POSITIVE_INFINITY : longestUnread

/** TTL jitter: up to 5 % shorter, fixed per address, so that values written together do not expire together. */
function withJitter(lifetime: number, digest: string): number {
  const part = ((digest.charCodeAt(0) * 31 + digest.charCodeAt(1)) % 100) / 100
  return Math.max(1, Math.floor(lifetime * (1 - 0.05 * part)))
}
