import type { Routing } from '../settings/routing.js'
import type { Counters } from '../status/memoizeStatus.js'
import { newCounters } from './counters.js'

/** The function that is registered under a name, and its options. */
export interface Definition {
  readonly implementation: unknown
  readonly key: unknown
  readonly version: unknown
  readonly ttl: unknown
}

/** The state of a memoized function in this process. */
export interface CachedFunction {
  readonly name: string
  readonly definition: Definition
  readonly counters: Counters
  routing: Routing
  /** Whether the function has been called in a way that allows caching. */
  isUsed: boolean
  /**
   * Whether another definition is now registered under the name. In this case, nothing may be looked up or cached for
   * this definition.
   */
  isReplaced: boolean
  /**
   * A counter that is incremented when cached values become invalid. Values whose computation began in another epoch
   * are not cached.
   */
  epoch: number
  /** The latest token read from the store. Null before the first read. */
  token: string | null
  /** The running calls by key; calls with the same key join them. */
  readonly inFlight: Map<string, InFlight>
}

export interface InFlight {
  /** The answer of the running call; null once the call has finished. */
  answer: Promise<Answer> | null
}

/** The result of a call. */
export interface Answer {
  readonly value: unknown
  /** The encoded value, from which every joining caller gets a copy. Null if all callers share the value itself. */
  readonly bytes: Uint8Array | null
  /** Resolves when writing the value has succeeded or failed. */
  readonly pendingWrite?: Promise<void>
}

/** A call of a memoized function. */
export interface Call {
  readonly fn: CachedFunction
  /** The cache key: function, version and arguments. */
  readonly key: string
  digest(): string
  compute(): Promise<unknown>
  /** The approximate size of a value in RAM, in bytes. */
  size(value: unknown): number
  /** The number of milliseconds for which a value may be cached; 0 if it must not be cached. */
  lifetime(value: unknown): number
}

export const cachedFunction = (name: string, definition: Definition, routing: Routing): CachedFunction => ({
  name,
  definition,
  counters: newCounters(),
  routing,
  isUsed: false,
  isReplaced: false,
  epoch: 0,
  token: null,
  inFlight: new Map(),
})

/** Begins a new epoch: results of calls that began earlier are not cached, and no further call joins them. */
export function beginEpoch(fn: CachedFunction): void {
  fn.epoch++
  fn.token = null
  fn.inFlight.clear()
}

/** Stops caching for this definition, including calls that start to compute later. */
export function markReplaced(fn: CachedFunction): void {
  beginEpoch(fn)
  fn.isReplaced = true
  // NaN never equals any epoch, not even itself, and cannot be incremented.
  fn.epoch = Number.NaN
}

/**
 * Records the token that a call has read, and returns whether the token has changed. If the token has changed, an
 * instance may have invalidated the function, so values that were cached earlier, or whose computation began earlier,
 * are stale.
 */
export function noteToken(fn: CachedFunction, token: string): boolean {
  if (fn.token === token) return false
  beginEpoch(fn)
  fn.token = token
  return true
}

/**
 * Single flight: starts the only call for a key, which later calls join until its value is written. Joining calls are
 * not counted. `task` calls `register` immediately before it computes the value, so that later calls can join even
 * after an earlier invalidation, because the value belongs to the current epoch.
 */
export function beginSingleFlight({ fn, key }: Call, task: (register: () => void) => Promise<Answer>): Promise<Answer> {
  const call: InFlight = { answer: null }
  const register = (): void => {
    fn.inFlight.set(key, call)
  }
  const unregister = (): void => {
    if (fn.inFlight.get(key) === call) fn.inFlight.delete(key)
    // The old table of a resized map may stay reachable and would keep the values of all running calls alive.
    call.answer = null
  }
  const answer = task(register)
  call.answer = answer
  register()
  answer.then(({ pendingWrite }) => (pendingWrite ? pendingWrite.then(unregister) : unregister()), unregister)
  return answer
}
