import { createLruCache, type RamLimits } from '../calls/lruCache.js'
import type { Address, SharedStore, StoreRead } from './sharedStore.js'
import { functionTarget, type Target } from './target.js'

export interface MemorySharedStoreOptions {
  /** A monotonic clock in milliseconds. */
  readonly clock: () => number
  /** The maximum size of a value in bytes. */
  readonly maxSize: number
  /** The limits for the number and the total size of values. Defaults to 100,000 values and 64 MiB. */
  readonly limits?: RamLimits
}

const defaultLimits: RamLimits = { entries: 100_000, bytes: 64 * 1024 * 1024 }

/**
 * Creates an in-memory store that the memoizers in one process share. It is the reference implementation of a shared
 * store, and tests use it to simulate several instances.
 */
export function memorySharedStore({ clock, maxSize, limits = defaultLimits }: MemorySharedStoreOptions): SharedStore {
  const values = createLruCache<{ readonly payload: Uint8Array; readonly token: string }>(limits, clock)
  const leases = createLruCache<true>(limits, clock)
  const tokens = createTokens()
  const listeners = new Set<(target: Target) => void>()

  function read(address: Address, withLifetime: boolean): StoreRead {
    const current = tokens.of(address)
    const stored = values.get(keyOf(address))
    if (stored?.value.token !== current.token) return { kind: 'miss', ...current }
    const lifetime = withLifetime ? { lifetime: stored.expires - clock() } : {}
    return { kind: 'hit', payload: stored.value.payload.slice(), ...current, ...lifetime }
  }

  function announce(target: Target): void {
    for (const listener of listeners) listener(target)
  }

  return {
    get: async (address, { withLifetime = false } = {}) => read(address, withLifetime),
    set: async (address, { payload, token, lifetime }) => {
      if (payload.length > maxSize) return { kind: 'too-large', size: payload.length }
      const value = { payload: payload.slice(), token }
      values.set(keyOf(address), { value, owner: address.name, bytes: payload.length, lifetime })
      return { kind: 'stored' }
    },
    invalidate: async name => {
      tokens.renewFunction(name)
      announce(functionTarget(name))
      return { kind: 'removed', removed: values.drop(name) }
    },
    invalidateCall: async (address, lifetime) => {
      const removed = values.get(keyOf(address)) ? 1 : 0
      tokens.renewCall(address)
      values.delete(keyOf(address))
      announce({ kind: 'call', name: address.name, digest: address.digest, lifetime })
      return { kind: 'removed', removed }
    },
    invalidateTag: async tag => {
      tokens.renewTag(tag)
      announce({ kind: 'tag', tag })
      return { kind: 'removed', removed: 0 }
    },
    lease: async (address, token, milliseconds) => {
      const key = `${keyOf(address)} ${token}`
      if (leases.get(key)) return { kind: 'held' }
      leases.set(key, { value: true, owner: address.name, bytes: 0, lifetime: milliseconds })
      return { kind: 'acquired' }
    },
    release: async (address, token) => leases.delete(`${keyOf(address)} ${token}`),
    listen: onInvalidated => void listeners.add(onInvalidated),
    describe: async () => ({ kind: 'answered', product: 'memory', version: null, latency: 0 }),
    ping: async () => ({ kind: 'answered' }),
    close: async () => listeners.clear(),
  }
}

/**
 * Creates a collection of the tokens for functions, calls and tags. The counter that generates tokens is never reset,
 * because a token must never be reused.
 */
function createTokens() {
  const [functions, calls, tags] = [new Map<string, string>(), new Map<string, string>(), new Map<string, string>()]
  let count = 0

  function tokenIn(tokens: Map<string, string>, key: string): string {
    const token = tokens.get(key) ?? `${++count}`
    tokens.set(key, token)
    return token
  }

  return {
    of: (address: Address) => {
      const functionToken = tokenIn(functions, address.name)
      const call = calls.get(keyOf(address)) ?? ''
      const tagTokens = (address.tags ?? []).map(tag => tokenIn(tags, tag))
      if (call === '' && tagTokens.length === 0) return { token: functionToken }
      return { token: [functionToken, call, ...tagTokens].join('.'), functionToken }
    },
    renewFunction: (name: string | null): void => {
      if (name !== null) return void functions.delete(name)
      for (const tokens of [functions, calls, tags]) tokens.clear()
    },
    renewCall: (address: Address): void => void calls.set(keyOf(address), `${++count}`),
    renewTag: (tag: string): void => void tags.delete(tag),
  }
}

/** Returns the key for an address. The key is unambiguous, because neither part contains a space. */
const keyOf = ({ name, digest }: Address): string => `${name} ${digest}`
