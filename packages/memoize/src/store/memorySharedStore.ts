import { createLruCache, type RamLimits } from '../calls/lruCache.js'
import type { Address, SharedStore } from './sharedStore.js'

export interface MemorySharedStoreOptions {
  /** A monotonic clock in milliseconds. */
  readonly clock: () => number
  /** The maximum size of a value in bytes. */
  readonly maxSize: number
  /** The limits of the store. Defaults to 100,000 values and 64 MiB. */
  readonly limits?: RamLimits
}

const defaultLimits: RamLimits = { entries: 100_000, bytes: 64 * 1024 * 1024 }

/**
 * An in-memory store that the memoizers of one process share. It is the reference for other stores, and lets tests
 * simulate several instances.
 */
export function memorySharedStore({ clock, maxSize, limits = defaultLimits }: MemorySharedStoreOptions): SharedStore {
  const values = createLruCache<{ readonly payload: Uint8Array; readonly token: string }>(limits, clock)
  const tokens = new Map<string, string>()
  // The counter is never reset, because reusing a token would make old values valid again.
  let count = 0

  function tokenOf(name: string): string {
    const token = tokens.get(name) ?? `${++count}`
    tokens.set(name, token)
    return token
  }

  return {
    get: async address => {
      const token = tokenOf(address.name)
      const stored = values.get(keyOf(address))?.value
      return stored?.token === token ? { kind: 'hit', payload: stored.payload.slice(), token } : { kind: 'miss', token }
    },
    set: async (address, { payload, token, lifetime }) => {
      if (payload.length > maxSize) return { kind: 'too-large', size: payload.length }
      const value = { payload: payload.slice(), token }
      values.set(keyOf(address), { value, owner: address.name, bytes: payload.length, lifetime })
      return { kind: 'stored' }
    },
    invalidate: async name => {
      if (name === null) tokens.clear()
      else tokens.delete(name)
      return { kind: 'removed', removed: values.drop(name) }
    },
    describe: async () => ({ kind: 'answered', product: 'memory', version: null, latency: 0 }),
    ping: async () => ({ kind: 'answered' }),
    close: async () => {},
  }
}

/** The key of an address. The key is unambiguous, because neither part contains a space. */
const keyOf = ({ name, digest }: Address): string => `${name} ${digest}`
