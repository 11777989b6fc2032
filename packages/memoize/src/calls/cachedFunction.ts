import type { Routing } from '../settings/routing.js'
import type { Counters } from '../status/memoizeStatus.js'
import { newCounters } from './counters.js'
import type { Publish } from './memoizeEvents.js'

/** The function and the options, which must be the same in every registration under the same name. */
export interface Definition {
  readonly implementation?: unknown
  readonly key?: unknown
  readonly version?: unknown
  readonly ttl?: unknown
  readonly tags?: unknown
  readonly localFor?: unknown
  readonly staleFor?: unknown
  readonly lease?: unknown
}

/** The time limits of a memoized function, in milliseconds. 0 disables the corresponding feature. */
export interface Periods {
  /** The maximum age of a local copy of a value from the store, in milliseconds. */
  readonly localFor: number
  /** The time, in milliseconds, for which an expired value may be served while a new value is computed. */
  readonly staleFor: number
  /** The time, in milliseconds, for which other processes wait for the process that computes a value. */
  readonly lease: number
  /** The maximum lifetime of a value, in milliseconds. */
  readonly lifetime: number
}

export interface CachedFunction {
  readonly name: string
  readonly definition: Definition
  readonly periods: Periods
  readonly counters: Counters
  readonly publish: Publish
  routing: Routing
  isUsed: boolean
  /** Whether another function has been registered under this name. If so, this function must not use the cache. */
  isReplaced: boolean
  /**
   * A counter that increases when cached values become invalid. A value is cached only if its computation began in the
   * current epoch.
   */
  epoch: number
  /** The token of the function that the last read returned, or null before the first read. */
  token: string | null
  /** The calls in progress, by key. */
  readonly inFlight: Map<string, InFlight>
}

export interface InFlight {
  /** The pending answer that later calls with this key join, or null if there is none. */
  answer: Promise<Answer> | null
  /** A counter that increases when the values of this key become invalid. */
  epoch: number
  running: number
  readonly tags: readonly string[]
  digest(): string
}

/** The state when a read or a computation began. If the state has since changed, the value must not be cached. */
export interface Basis {
  readonly epoch: number
  readonly flight: InFlight
  readonly flightEpoch: number
}

export interface Answer {
  readonly value: unknown
  /** The encoded value, which each joining caller decodes, or null if all callers share the same value. */
  readonly bytes: Uint8Array | null
  /** A promise that resolves when the value has been written to the store or the write has failed. */
  readonly pendingWrite?: Promise<void>
}

export interface Call {
  readonly fn: CachedFunction
  /** The cache key, which consists of the function, its version and the arguments. */
  readonly key: string
  readonly tags: readonly string[]
  digest(): string
  compute(): Promise<unknown>
  size(value: unknown): number
  lifetime(value: unknown): number
}

export type FunctionParts = Pick<CachedFunction, 'name' | 'definition' | 'periods' | 'publish' | 'routing'>

export const cachedFunction = (parts: FunctionParts): CachedFunction => ({
  ...parts,
  counters: newCounters(),
  isUsed: false,
  isReplaced: false,
  epoch: 0,
  token: null,
  inFlight: new Map(),
})

/**
 * Begins a new epoch for a function. The results of calls that began earlier are not cached, and new calls do not join
 * these calls.
 */
export function beginEpoch(fn: CachedFunction): void {
  fn.epoch++
  for (const flight of fn.inFlight.values()) flight.answer = null
}

/** Begins a new epoch for the calls with one key (see `beginEpoch`). */
export function beginFlightEpoch(flight: InFlight): void {
  flight.epoch++
  flight.answer = null
}

export const basisOf = ({ epoch }: CachedFunction, flight: InFlight): Basis => ({
  epoch,
  flight,
  flightEpoch: flight.epoch,
})

export const isCurrent = ({ epoch }: CachedFunction, basis: Basis): boolean =>
  epoch === basis.epoch && basis.flight.epoch === basis.flightEpoch

/** Permanently stops caching for a replaced function, even for computations that begin later. */
export function markReplaced(fn: CachedFunction): void {
  beginEpoch(fn)
  fn.isReplaced = true
  // NaN does not equal any epoch, not even itself, and incrementing NaN has no effect.
  fn.epoch = Number.NaN
}

/**
 * Records the token that a call has read, and returns whether it differs from the previous token. A different token
 * means that the function may have been invalidated. Values that were cached earlier, or whose computation began
 * earlier, are then stale.
 */
export function noteToken(fn: CachedFunction, token: string): boolean {
  if (fn.token === token) return false
  beginEpoch(fn)
  fn.token = token
  return true
}

/**
 * Registers a call in progress, and returns the entry for its key. When the call finishes, `leaveFlight` must be
 * called.
 */
export function enterFlight({ fn, key, tags, digest }: Call): InFlight {
  const flight = fn.inFlight.get(key) ?? { answer: null, epoch: 0, running: 0, tags, digest }
  if (flight.running++ === 0) fn.inFlight.set(key, flight)
  return flight
}

export function leaveFlight({ fn, key }: Call, flight: InFlight): void {
  if (--flight.running === 0) fn.inFlight.delete(key)
}

export interface Flight {
  readonly entry: InFlight
  /**
   * Lets later calls join this call, even if values were invalidated in the meantime. Call this function immediately
   * before the value is computed.
   */
  register(): void
}

/**
 * Starts the only call in progress for a key (single flight). Later calls with the same key join this call until its
 * value has been written. Joining calls do not increase `running`.
 */
export function beginSingleFlight(call: Call, task: (flight: Flight) => Promise<Answer>): Promise<Answer> {
  const entry = enterFlight(call)
  let answer: Promise<Answer> | null = null
  const register = (): void => {
    entry.answer = answer
  }
  const unregister = (): void => {
    if (entry.answer === answer) entry.answer = null
    leaveFlight(call, entry)
  }
  answer = task({ entry, register })
  register()
  answer.then(({ pendingWrite }) => (pendingWrite ? pendingWrite.then(unregister) : unregister()), unregister)
  return answer
}
