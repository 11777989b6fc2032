import type { StoreRead } from '../store/sharedStore.js'
import { decodeWith } from '../values/valueCodec.js'
import {
  type Answer,
  basisOf,
  beginSingleFlight,
  type CachedFunction,
  type Call,
  type Flight,
  type InFlight,
  isCurrent,
  noteToken,
} from './cachedFunction.js'
import { affectedBy, dropCopies } from './copies.js'
import { count } from './counters.js'
import type { Lookup, LookupFlight, ReadBasis, SharedContext } from './sharedContext.js'
import { cacheLocally, computeAndStore, reportFailure, storeComputed } from './storeValues.js'

/**
 * Returns the value of a call whose route is `shared`. Each caller gets a separate copy of the value, as if the caller
 * had read the value from the store.
 */
export function answerShared(sharing: SharedContext, call: Call): Promise<unknown> {
  const local = readLocal(sharing, call)
  return local ? Promise.resolve(local.value) : joinOrLead(sharing, call)
}

/**
 * Returns the local copy of a value. Local copies may be served even while the breaker is open, because their age is
 * limited.
 */
function readLocal({ codec, copies }: SharedContext, { fn, key }: Call): { readonly value: unknown } | null {
  if (fn.periods.localFor === 0) return null
  const copy = copies.local.get(key)
  const decoded = copy && decodeWith(codec, copy.value.bytes)
  if (decoded) count(fn, 'local-hit')
  return decoded
}

async function joinOrLead(sharing: SharedContext, call: Call): Promise<unknown> {
  const running = call.fn.inFlight.get(call.key)?.answer
  if (!running) return (await beginSingleFlight(call, flight => answerAsLeader(sharing, call, flight))).value
  const { value, bytes } = await running
  const copy = bytes && decodeWith(sharing.codec, bytes)
  return copy ? copy.value : value
}

async function answerAsLeader(sharing: SharedContext, call: Call, flight: Flight): Promise<Answer> {
  const lookup = await lookUp(sharing, call, flight)
  if (lookup.kind === 'miss') {
    const { leases } = sharing
    const leased = { sharing, call, flight, lookUp }
    return leases && call.fn.periods.lease > 0
      ? leases.computeAlone(leased, lookup.basis)
      : computeAndStore(leased, lookup.basis)
  }
  const { answer, renewFrom } = lookup
  if (renewFrom) renew(sharing, call, renewFrom)
  return answer
}

/** Computes a new value in the background, unless another process has the lease and computes the value. */
function renew(sharing: SharedContext, call: Call, from: ReadBasis): void {
  sharing.renewals.begin(call, async entry => {
    const basis = readBasisOf(call.fn, entry, from)
    const lease = from.token === null ? null : await sharing.leases?.acquire(call, from.token)
    if (lease?.isHeld) return
    const { pendingWrite } = storeComputed(sharing, call, { basis, value: await call.compute() })
    await pendingWrite
    lease?.release()
  })
}

/** Looks up a value in the store or, while the store must not be used, in RAM. */
async function lookUp(sharing: SharedContext, call: Call, flight: LookupFlight): Promise<Lookup> {
  const { fn } = call
  const { entry, isRepeated = false } = flight
  const before = basisOf(fn, entry)
  const since = sharing.clock()
  const { localFor, staleFor } = fn.periods
  const read = await sharing.guard.get(affectedBy(call), { withLifetime: localFor > 0 || staleFor > 0 })
  if (!read || !('token' in read)) {
    if (read) reportFailure(sharing, fn, read)
    const isRefused = read !== null && read.kind !== 'unavailable'
    return readFromRam(sharing, call, readBasisOf(fn, entry, { token: null, since, isRefused }), isRepeated)
  }
  const isUnchanged = isCurrent(fn, before)
  if (noteToken(fn, read.functionToken ?? read.token)) dropCopies(sharing.copies, { kind: 'function', name: fn.name })
  const basis = readBasisOf(fn, entry, { token: read.token, since, isRefused: false })
  return interpretAnswer(sharing, call, { read, basis, isUnchanged, isRepeated })
}

/**
 * Returns the basis of a read. The properties are copied one by one, because the spread operator would take a tenth of
 * the time of a cache hit.
 */
const readBasisOf = (
  { epoch }: CachedFunction,
  flight: InFlight,
  { token, since, isRefused }: Pick<ReadBasis, 'token' | 'since' | 'isRefused'>,
): ReadBasis => ({ epoch, flight, flightEpoch: flight.epoch, token, since, isRefused })

interface Interpretation {
  readonly read: Extract<StoreRead, { readonly token: string }>
  readonly basis: ReadBasis
  /** Whether this process has not invalidated the value since the read began. */
  readonly isUnchanged: boolean
  readonly isRepeated: boolean
}

function interpretAnswer(sharing: SharedContext, call: Call, interpretation: Interpretation): Lookup {
  const { read, basis, isUnchanged, isRepeated } = interpretation
  const { fn } = call
  const bytes = read.kind === 'hit' ? read.payload : overflowBytes(sharing, call, read)
  const decoded = bytes && decodeWith(sharing.codec, bytes)
  if (!decoded) {
    if (!isRepeated) count(fn, read.kind === 'miss' ? 'shared-miss' : 'undecodable')
    return { kind: 'miss', basis }
  }
  const answer = { value: decoded.value, bytes }
  if (read.kind !== 'hit') {
    if (!isRepeated) count(fn, 'ram-hit')
    return { kind: 'answer', answer, renewFrom: null }
  }
  const fresh = (read.lifetime ?? Number.POSITIVE_INFINITY) - fn.periods.staleFor
  const isStale = fn.periods.staleFor > 0 && fresh <= 0
  if (!isRepeated) count(fn, isStale ? 'stale-hit' : 'shared-hit')
  if (isUnchanged && !isStale) cacheLocally(sharing, call, { bytes, basis, fresh })
  return { kind: 'answer', answer, renewFrom: isStale ? basis : null }
}

/**
 * Returns the overflow copy of a value if the copy is valid. It is valid only while the store reports the token that
 * the copy contains. A copy without a token is valid for the token of the function, but becomes invalid if the store
 * reports a token for the call or for a tag.
 */
function overflowBytes(
  { copies }: SharedContext,
  { key }: Call,
  { token, functionToken = token }: Interpretation['read'],
): Uint8Array | null {
  const copy = copies.overflow.get(key)?.value
  if (!copy) return null
  const isValid = copy.token === null ? functionToken === token : copy.token === token
  return isValid ? copy.bytes : null
}

/**
 * Looks up a value in RAM. Overflow copies are used here only while the breaker is open. Otherwise, they are used only
 * if the store returns a matching token.
 */
function readFromRam(
  { clock, codec, copies, guard }: SharedContext,
  { fn, key }: Call,
  basis: ReadBasis,
  isRepeated: boolean,
): Lookup {
  const isOpen = guard.breaker().kind === 'open'
  const cached = copies.fallback.get(key) ?? (isOpen ? copies.overflow.get(key) : null)
  const decoded = cached && decodeWith(codec, cached.value.bytes)
  if (!isRepeated) count(fn, decoded ? 'ram-hit' : 'ram-miss')
  if (!cached || !decoded) return { kind: 'miss', basis }
  const answer = { value: decoded.value, bytes: cached.value.bytes }
  return { kind: 'answer', answer, renewFrom: cached.expires <= clock() ? basis : null }
}
