import type { StoreFault, StoreWrite } from '../store/sharedStore.js'
import { addressOf, type StoreGuard } from '../store/storeGuard.js'
import { encodeWith } from '../values/valueCodec.js'
import { type Answer, type CachedFunction, type Call, isCurrent } from './cachedFunction.js'
import { affectedBy, copyOf } from './copies.js'
import { count } from './counters.js'
import type { Lease, LeasedCall } from './leases.js'
import type { ReadBasis, SharedContext } from './sharedContext.js'

export interface Computed {
  readonly basis: ReadBasis
  readonly value: unknown
}

/** Encodes a computed value before callers can mutate the value, and writes it to the store in the background. */
export function storeComputed(sharing: SharedContext, call: Call, { basis, value }: Computed): Answer {
  const { fn } = call
  if (fn.routing.route !== 'shared') return sharing.live.cacheValue(call, basis, value)
  const encoded = encodeWith(sharing.codec, value)
  if (!encoded.ok) {
    reportRefusal(sharing, fn, encoded.reason)
    return sharing.live.cacheValue(call, basis, value)
  }
  const { bytes } = encoded
  const lifetime = call.lifetime(value)
  if (lifetime <= 0) return { value, bytes }
  const pendingWrite = write(sharing, call, { basis, bytes, lifetime })
  sharing.background(pendingWrite)
  return { value, bytes, pendingWrite }
}

export async function computeAndStore(
  { sharing, call, flight }: Pick<LeasedCall, 'sharing' | 'call' | 'flight'>,
  basis: ReadBasis,
  lease: Lease | null = null,
): Promise<Answer> {
  flight.register()
  try {
    const answer = storeComputed(sharing, call, { basis, value: await call.compute() })
    if (lease) void (answer.pendingWrite ?? Promise.resolve()).then(lease.release)
    return answer
  } catch (error) {
    lease?.release()
    throw error
  }
}

export function reportFailure({ onFailed }: SharedContext, fn: CachedFunction, { kind, reason }: StoreFault): void {
  count(fn, 'store-failed')
  if (kind !== 'unavailable') onFailed(fn.name, reason)
}

function reportRefusal({ onRefused }: SharedContext, fn: CachedFunction, reason: string): void {
  count(fn, 'refused')
  fn.routing = { route: 'ram-not-shareable', reason }
  onRefused(fn.name, reason)
}

interface Encoded {
  readonly basis: ReadBasis
  readonly bytes: Uint8Array
  readonly lifetime: number
}

async function write(sharing: SharedContext, call: Call, encoded: Encoded): Promise<void> {
  const { fn } = call
  if (!isCurrent(fn, encoded.basis)) return
  const offered = offer(sharing, call, encoded)
  const outcome = offered && (await offered)
  if (outcome?.kind === 'stored' && outcome.replaced) count(fn, 'undecodable-after-all')
  if (outcome?.kind === 'too-large') count(fn, 'too-large')
  if (outcome && 'reason' in outcome) reportFailure(sharing, fn, outcome)
  if (isCurrent(fn, encoded.basis)) cacheCopy(sharing, call, { ...encoded, outcome })
}

/**
 * The maximum duration, in milliseconds, of a computation whose value may be written. After a call is invalidated, its
 * token is kept for the lifetime of the value plus this duration, so that values from earlier computations remain
 * stale.
 */
export const maxComputation = 86_400_000

/**
 * Writes a value to the store. Skips the write if the store could not be read, so that a call waits for at most one
 * timeout.
 */
function offer(
  { clock, guard }: SharedContext,
  call: Call,
  { basis, bytes, lifetime }: Encoded,
): Promise<StoreWrite> | null {
  const { token, since } = basis
  if (token === null || clock() - since > maxComputation) return null
  const address = addressOf(affectedBy(call))
  const total = withJitter(lifetime, address.digest) + call.fn.periods.staleFor
  return guard.set(address, { payload: bytes, token, lifetime: total })
}

function cacheCopy(
  sharing: SharedContext,
  call: Call,
  { basis, bytes, lifetime, outcome }: Encoded & { readonly outcome: StoreWrite | null },
): void {
  const { guard, copies, retryAfter } = sharing
  const { key, fn } = call
  const isInUse = guard.isInUse(affectedBy(call))
  const copy = { ...copyOf(call, bytes, basis.token), lifetime, staleFor: fn.periods.staleFor }
  if (outcome?.kind === 'stored') cacheLocally(sharing, call, { bytes, basis, fresh: lifetime })
  if (outcome?.kind === 'too-large') copies.overflow.set(key, { ...copy, staleFor: 0 })
  else if (basis.isRefused || !isInUse) copies.fallback.set(key, { ...copy, ...fallbackPeriods(guard, copy) })
  if (basis.isRefused || (isInUse && outcome && 'reason' in outcome))
    copies.overflow.set(key, { ...copy, lifetime: Math.min(lifetime, retryAfter), staleFor: 0 })
}

/**
 * The maximum lifetime, in milliseconds, of fallback copies while the breaker is closed. The lifetime is limited,
 * because this instance notices an invalidation by another instance only when it reads from the store.
 */
const maxUnreadMs = 1000

function fallbackPeriods(guard: StoreGuard, copy: { readonly lifetime: number; readonly staleFor: number }) {
  if (guard.breaker().kind === 'open') return copy
  return { lifetime: Math.min(copy.lifetime, maxUnreadMs), staleFor: 0 }
}

interface LocalValue {
  readonly bytes: Uint8Array
  readonly basis: ReadBasis
  /** The remaining lifetime of the value in milliseconds. */
  readonly fresh: number
}

/** Caches a local copy of a value. The age of the copy is measured from the start of the read, not from the reply. */
export function cacheLocally({ clock, copies }: SharedContext, call: Call, { bytes, basis, fresh }: LocalValue): void {
  const { localFor } = call.fn.periods
  if (localFor === 0) return
  const lifetime = Math.min(localFor - (clock() - basis.since), fresh)
  if (lifetime > 0) copies.local.set(call.key, { ...copyOf(call, bytes, basis.token), lifetime })
}

/**
 * Shortens a lifetime by up to 5%, so that values that were written together do not expire together. The reduction
 * depends only on the digest, so all processes use the same lifetime.
 */
function withJitter(lifetime: number, digest: string): number {
  const part = ((digest.charCodeAt(0) * 31 + digest.charCodeAt(1)) % 100) / 100
  return Math.max(1, Math.floor(lifetime * (1 - 0.05 * part)))
}
