import { createLruCache, type RamLimits } from '../memoize/calls/lruCache.js'
import type { Address, SharedStore } from '../memoize/store/sharedStore.js'

export interface MemorySharedStoreOptions {
  /** Milliseconds of a monotonic clock. */
  readonly clock: () => number
  /** Bytes of a value. */
  readonly maxSize: number
  /** 100,000 values and 64 MiB by default. */
  readonly limits?: RamLimits
}

const defaultLimits: RamLimits = { entries: 100_000, bytes: 64 * 1024 * 1024 }

/**
 * Values shared by the memoizers of one process: the reference for what a store does, and for tests that play several
 * instances. Each memoizer gets the same store.
 */
export function memorySharedStore({ clock, maxSize, limits = defaultLimits }: MemorySharedStoreOptions): SharedStore {
  const values = createLruCache<{ readonly payload: Uint8Array; readonly token: string }>(limits, clock)
  const tokens = new Map<string, string>()
  // Counts on for ever: a token that came back would revive the values that carry it.
  let count = 0

  function tokenOf(name: string): string {
    const token = tokens.get(name) ?? `${++count}`
    tokens.set(name, token)
    return token
  }

  return {
    get: async address => {
      const token = tokenOf(address.name)
      const found = values.get(placeOf(address))?.value
      return found?.token === token ? { kind: 'hit', payload: found.payload.slice(), token } : { kind: 'miss', token }
    },
    set: async (address, { payload, token, lifetime }) => {
      if (payload.length > maxSize) return { kind: 'too-large', size: payload.length }
      const value = { payload: payload.slice(), token }
      values.set(placeOf(address), { value, owner: address.name, bytes: payload.length, lifetime })
      return { kind: 'stored' }
    },
    invalidate: async name => {
      if (name === null) tokens.clear()
      else tokens.delete(name)
      return { kind: 'removed', removed: values.drop(name) }
    },
    describe: async () => ({ kind: 'answered', product: 'memory', version: null, latency: 0 }),
    close: async () => {},
  }
}

/** Neither part has a blank in it. */
function placeOf({ name, digest }: Address): string {
  return `${name} ${digest}`
}
