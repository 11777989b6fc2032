/** An in-process LRU cache with a maximum number of entries and a maximum total size. */
export interface LruCache<T> {
  /**
   * Returns the entry with the given key, or null. An expired entry is still returned until its `staleFor` has passed.
   */
  get(key: string): CachedEntry<T> | null
  /**
   * Stores an entry, which replaces an existing entry with the same key. An entry that exceeds the size of the cache is
   * not stored.
   */
  set(key: string, entry: CacheEntry<T>): void
  delete(key: string): void
  /**
   * Removes the entries of an owner, or all entries if `owner` is null. Returns the number of removed entries that had
   * not yet expired.
   */
  drop(owner: string | null): number
  dropWhere(isDropped: (value: T, owner: string) => boolean): void
  readonly size: number
  /** The sum of the declared sizes of all entries, in bytes. */
  readonly bytes: number
}

export interface CacheEntry<T> {
  readonly value: T
  readonly owner: string
  readonly bytes: number
  /** The lifetime of the entry in milliseconds. */
  readonly lifetime: number
  /** The time, in milliseconds, for which the entry is still returned after its lifetime. Defaults to 0. */
  readonly staleFor?: number
}

export interface CachedEntry<T> extends CacheEntry<T> {
  /** The time, in milliseconds on the clock of the cache, at which the lifetime ends. */
  readonly expires: number
}

export interface RamLimits {
  readonly entries: number
  readonly bytes: number
}

/**
 * Creates an LRU cache. `now` must be a monotonic clock in milliseconds, because changes to the system time must not
 * affect expiry.
 */
export function createLruCache<T>(limits: RamLimits, now: () => number): LruCache<T> {
  // A used entry is inserted again at the end of the map, so the first entry is the least recently used one.
  const entries = new Map<string, CachedEntry<T>>()
  let bytes = 0

  function remove(key: string): void {
    bytes -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }

  return {
    get: key => {
      const entry = entries.get(key)
      if (!entry) return null
      if (entry.expires + (entry.staleFor ?? 0) <= now()) {
        remove(key)
        return null
      }
      entries.delete(key)
      entries.set(key, entry)
      return entry
    },
    set: (key, added) => {
      remove(key)
      if (added.bytes > limits.bytes) return
      entries.set(key, { ...added, expires: now() + added.lifetime })
      bytes += added.bytes
      for (const oldest of entries.keys()) {
        if (entries.size <= limits.entries && bytes <= limits.bytes) break
        remove(oldest)
      }
    },
    delete: remove,
    drop: owner => {
      const dropped = [...entries].filter(([, entry]) => owner === null || entry.owner === owner)
      for (const [key] of dropped) remove(key)
      return dropped.filter(([, { expires }]) => expires > now()).length
    },
    dropWhere: isDropped => {
      for (const [key, { value, owner }] of entries) if (isDropped(value, owner)) remove(key)
    },
    get size() {
      return entries.size
    },
    get bytes() {
      return bytes
    },
  }
}
