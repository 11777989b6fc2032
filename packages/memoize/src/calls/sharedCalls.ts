import type { StoreFault, StoreRead, StoreWrite } from '../store/sharedStore.js'
import type { StoreGuard } from '../store/storeGuard.js'
import { decodeWith, encodeWith, type ValueCodec } from '../values/valueCodec.js'
import { type Answer, beginSingleFlight, type CachedFunction, type Call, noteToken } from './cachedFunction.js'
import { count } from './counters.js'
import type { LiveCalls } from './liveCalls.js'
import type { LruCache } from './lruCache.js'

/** Encoded values in RAM. They belong to the current epoch of the function, and therefore to its latest token. */
export interface Copies {
  readonly fallbackCopies: LruCache<Uint8Array>
  /** The values that the store rejected. They are served when the store reports a miss. */
  readonly overflowCopies: LruCache<Uint8Array>
}

/** Drops the copies of a function, or all copies if `name` is null. */
export function dropCopies({ fallbackCopies, overflowCopies }: Copies, name: string | null): void {
  fallbackCopies.drop(name)
  overflowCopies.drop(name)
}

export interface SharedContext {
  readonly guard: StoreGuard
  readonly codec: ValueCodec
  readonly copies: Copies
  readonly live: LiveCalls
  /** The number of milliseconds after which a value that the store rejected is written again. */
  readonly retryAfter: number
  /** Called if a value of the function is not shareable; the function stays in RAM from now on. */
  onRefused(name: string, reason: string): void
  /** Called if a read or write fails although the store is in use. */
  onFailed(name: string, reason: string): void
  /** Tracks tasks that no caller awaits. */
  background(task: Promise<void>): void
}

/** The state in which a computation begins. It determines where the value may be cached. */
interface Basis {
  readonly epoch: number
  /** The token from the store. Null if the store was not read. */
  readonly token: string | null
  /** Whether reading failed although the store is in use. */
  readonly isRefused: boolean
}

/** A call on the route `shared`. Every caller gets its own copy, as if it had read the value from the store. */
export async function answerShared(sharing: SharedContext, call: Call): Promise<unknown> {
  const running = call.fn.inFlight.get(call.key)?.answer
  if (!running) return (await beginSingleFlight(call, register => answerAsLeader(sharing, call, register))).value
  const { value, bytes } = await running
  const copy = bytes && decodeWith(sharing.codec, bytes)
  return copy ? copy.value : value
}

async function answerAsLeader(sharing: SharedContext, call: Call, register: () => void): Promise<Answer> {
  const readResult = interpretRead(sharing, call, await sharing.guard.get(call.fn.name, call.digest))
  if ('value' in readResult) return readResult
  register()
  return storeComputed(sharing, call, { basis: readResult, value: await call.compute() })
}

/**
 * Converts the result of a read (null if the store was skipped) into a cached answer, or into the basis of a
 * computation.
 */
function interpretRead(sharing: SharedContext, call: Call, read: StoreRead | null): Answer | Basis {
  const { fn } = call
  if (!read) return readFromRam(sharing, call)
  if (!('token' in read)) {
    reportFailure(sharing, fn, read)
    return readFromRam(sharing, call, read.kind !== 'unavailable')
  }
  if (noteToken(fn, read.token)) dropCopies(sharing.copies, fn.name)
  return interpretAnswer(sharing, call, read)
}

type StoreAnswer = Extract<StoreRead, { readonly token: string }>

function interpretAnswer({ codec, copies }: SharedContext, { fn, key }: Call, read: StoreAnswer): Answer | Basis {
  const bytes = read.kind === 'hit' ? read.payload : copies.overflowCopies.get(key)?.value
  const decoded = bytes && decodeWith(codec, bytes)
  if (decoded) {
    count(fn.counters, read.kind === 'hit' ? 'shared-hit' : 'ram-hit')
    return { value: decoded.value, bytes }
  }
  count(fn.counters, read.kind === 'miss' ? 'shared-miss' : 'undecodable')
  return { epoch: fn.epoch, token: read.token, isRefused: false }
}

/**
 * Overflow copies may be stale until the store has returned its token, so they are used only if the breaker is open.
 */
function readFromRam({ codec, copies, guard }: SharedContext, { fn, key }: Call, isRefused = false): Answer | Basis {
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

/** Encodes the value before callers can mutate it, and writes it in the background. */
function storeComputed(sharing: SharedContext, call: Call, { basis, value }: Computed): Answer {
  const { fn } = call
  if (fn.routing.route !== 'shared') return sharing.live.cacheValue(call, basis.epoch, value)
  const encoded = encodeWith(sharing.codec, value)
  if (!encoded.ok) {
    reportRefusal(sharing, fn, encoded.reason)
    return sharing.live.cacheValue(call, basis.epoch, value)
  }
  const { bytes } = encoded
  const lifetime = call.lifetime(value)
  if (lifetime <= 0) return { value, bytes }
  const pendingWrite = write(sharing, call, { basis, bytes, lifetime })
  sharing.background(pendingWrite)
  return { value, bytes, pendingWrite }
}

function reportFailure({ onFailed }: SharedContext, fn: CachedFunction, { kind, reason }: StoreFault): void {
  count(fn.counters, 'store-failed')
  if (kind !== 'unavailable') onFailed(fn.name, reason)
}

function reportRefusal({ onRefused }: SharedContext, fn: CachedFunction, reason: string): void {
  count(fn.counters, 'refused')
  fn.routing = { route: 'ram-not-shareable', reason }
  onRefused(fn.name, reason)
}

interface Encoded {
  readonly basis: Basis
  readonly bytes: Uint8Array
  readonly lifetime: number
}

async function write(sharing: SharedContext, call: Call, encoded: Encoded): Promise<void> {
  const { fn } = call
  if (fn.epoch !== encoded.basis.epoch) return
  const offered = offer(sharing, call, encoded)
  const outcome = offered && (await offered)
  if (outcome?.kind === 'stored' && outcome.replaced) count(fn.counters, 'undecodable-after-all')
  if (outcome?.kind === 'too-large') count(fn.counters, 'too-large')
  if (outcome && 'reason' in outcome) reportFailure(sharing, fn, outcome)
  if (fn.epoch === encoded.basis.epoch) cacheCopy(sharing, call, { ...encoded, outcome })
}

/** Writes nothing if the store was not read, so that a call costs at most one timeout. */
function offer({ guard }: SharedContext, call: Call, { basis, bytes, lifetime }: Encoded): Promise<StoreWrite> | null {
  const { token } = basis
  if (token === null) return null
  const digest = call.digest()
  return guard.set({ name: call.fn.name, digest }, { payload: bytes, token, lifetime: withJitter(lifetime, digest) })
}

function cacheCopy(
  { guard, copies, retryAfter }: SharedContext,
  { fn, key }: Call,
  { basis, bytes, lifetime, outcome }: Encoded & { readonly outcome: StoreWrite | null },
): void {
  const copy = { value: bytes, owner: fn.name, bytes: bytes.length, lifetime }
  const isFallback = basis.isRefused || !guard.isInUse(fn.name)
  if (outcome?.kind === 'too-large') copies.overflowCopies.set(key, copy)
  else if (isFallback) copies.fallbackCopies.set(key, { ...copy, lifetime: Math.min(lifetime, maxFallbackMs(guard)) })
  if (basis.isRefused || (guard.isInUse(fn.name) && outcome && 'reason' in outcome))
    copies.overflowCopies.set(key, { ...copy, lifetime: Math.min(lifetime, retryAfter) })
}

/**
 * The maximum lifetime of fallback copies in milliseconds while the breaker is closed: other instances that reach the
 * server may invalidate values there, and only a read can detect this.
 */
const maxUnreadMs = 1000

const maxFallbackMs = (guard: StoreGuard): number =>
  guard.breaker().kind === 'open' ? Number.POSITIVE_INFINITY : maxUnreadMs

/**
 * TTL jitter: shortens the lifetime by up to 5%, fixed per digest, so that values written together do not expire
 * together.
 */
function withJitter(lifetime: number, digest: string): number {
  const part = ((digest.charCodeAt(0) * 31 + digest.charCodeAt(1)) % 100) / 100
  return Math.max(1, Math.floor(lifetime * (1 - 0.05 * part)))
}
