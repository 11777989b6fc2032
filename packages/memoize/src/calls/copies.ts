import { type Affected, isAffected, type Target } from '../store/target.js'
import type { Call } from './cachedFunction.js'
import { createLruCache, type LruCache, type RamLimits } from './lruCache.js'

export interface Copy {
  readonly bytes: Uint8Array
  readonly token: string | null
  readonly tags: readonly string[]
  digest(): string
}

/** The caches in RAM for encoded values. They contain only values from the current epoch of each function. */
export interface Copies {
  readonly fallback: LruCache<Copy>
  /** The values that the store rejected, which are served when the store reports a miss. */
  readonly overflow: LruCache<Copy>
  /** The recently used values from the store, which are served without a request to the store. */
  readonly local: LruCache<Copy>
}

export function createCopies(ram: RamLimits, clock: () => number): Copies {
  return {
    fallback: createLruCache(ram, clock),
    overflow: createLruCache(ram, clock),
    local: createLruCache(ram, clock),
  }
}

export function dropCopies(copies: Copies, target: Target): void {
  for (const cache of [copies.fallback, copies.overflow, copies.local]) dropFrom(cache, target)
}

export function dropFrom<T extends Omit<Affected, 'name'>>(cache: LruCache<T>, target: Target): void {
  if (target.kind === 'all') cache.drop(null)
  else if (target.kind === 'function') cache.drop(target.name)
  else cache.dropWhere(({ tags, digest }, name) => isAffected(target, { name, tags, digest }))
}

export const copyOf = ({ fn, tags, digest }: Call, bytes: Uint8Array, token: string | null) => ({
  value: { bytes, token, tags, digest },
  owner: fn.name,
  bytes: bytes.length,
})

export const affectedBy = ({ fn, tags, digest }: Call): Affected => ({ name: fn.name, tags, digest })
