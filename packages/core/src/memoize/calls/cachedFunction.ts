import type { Routing } from '../settings/routing.js'
import { type Counters, newCounters } from './counters.js'

/** What the values under a name are made by. */
export interface Definition {
  readonly implementation: unknown
  readonly key: unknown
  readonly version: unknown
  readonly ttl: unknown
}

/** What a process knows of a memoized function. */
export interface CachedFunction {
  readonly name: string
  readonly definition: Definition
  readonly counters: Counters
  routing: Routing
  /** False until the first call that may be cached. */
  isSeen: boolean
  /** Its name has gone over to another definition, so that nothing may be looked up or kept for it any more. */
  isReplaced: boolean
  /** Counts what made older values invalid; a value that was begun in another epoch is not kept. */
  epoch: number
  /** The token of the store that was seen last; null when none was. */
  token: string | null
  /** Calls under way, by key, which others with the same key may join. */
  readonly inFlight: Map<string, InFlight>
}

export interface InFlight {
  /** Null once it has landed. */
  answer: Promise<Answer> | null
}

/** What a call comes to. */
export interface Answer {
  readonly value: unknown
  /** For further callers, each of whom gets a copy; null when all share the value itself. */
  readonly bytes: Uint8Array | null
  /** Ends when the value has been written, or could not be. */
  readonly written?: Promise<void>
}

/** One call of a memoized function. */
export interface Call {
  readonly fn: CachedFunction
  /** Of the function, its version and its arguments. */
  readonly key: string
  digest(): string
  compute(): Promise<unknown>
  /** About the bytes of a value in RAM. */
  size(value: unknown): number
  /** Milliseconds for which a value may be kept; 0 for not at all. */
  lifetime(value: unknown): number
}

export function cachedFunction(name: string, definition: Definition, routing: Routing): CachedFunction {
  return {
    name,
    definition,
    counters: newCounters(),
    routing,
    isSeen: false,
    isReplaced: false,
    epoch: 0,
    token: null,
    inFlight: new Map(),
  }
}

/** What was begun before is neither kept nor joined from now on. */
export function beginEpoch(fn: CachedFunction): void {
  fn.epoch++
  fn.token = null
  fn.inFlight.clear()
}

/** Nothing of what is under way is kept, not even of calls that will begin to compute later. */
export function markReplaced(fn: CachedFunction): void {
  beginEpoch(fn)
  fn.isReplaced = true
  // Equals no epoch, not even itself, and stays what it is.
  fn.epoch = Number.NaN
}

/**
 * Notes the token that a call saw, and tells whether it is another than before. Then some instance may have invalidated
 * the function, and what was begun or kept before is void.
 */
export function noteToken(fn: CachedFunction, token: string): boolean {
  if (fn.token === token) return false
  beginEpoch(fn)
  fn.token = token
  return true
}

/**
 * Single flight: starts the one call for a key, which others join until its value is written. Joining counts nothing.
 * Work that begins to compute only now calls `register`: whatever made it void before, its value will be of the current
 * epoch.
 */
export function beginSingleFlight({ fn, key }: Call, work: (register: () => void) => Promise<Answer>): Promise<Answer> {
  const running: InFlight = { answer: null }
  const register = (): void => {
    fn.inFlight.set(key, running)
  }
  const unregister = (): void => {
    if (fn.inFlight.get(key) === running) fn.inFlight.delete(key)
    // A map that makes room leaves its old table as it was, which may keep all values alive that were on their way.
    running.answer = null
  }
  const answer = work(register)
  running.answer = answer
  register()
  answer.then(({ written }) => (written ? written.then(unregister) : unregister()), unregister)
  return answer
}
