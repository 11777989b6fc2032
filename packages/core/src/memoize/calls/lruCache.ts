/** Values of one process, bounded in number and size; what was used longest ago goes first. */
export interface LruCache<T> {
  get(key: string): { readonly value: T } | null
  /** Replaces what is there. What is larger than the whole cache is not kept. */
  set(key: string, kept: Kept<T>): void
  delete(key: string): void
  /** Drops what belongs to an owner, or everything; answers with the number of values whose time was not over. */
  drop(owner: string | null): number
  readonly size: number
  /** Bytes of all that is kept, as they were told. */
  readonly bytes: number
}

export interface Kept<T> {
  readonly value: T
  readonly owner: string
  readonly bytes: number
  /** Milliseconds. */
  readonly lifetime: number
}

export interface RamLimits {
  readonly entries: number
  readonly bytes: number
}

/** `now` is a monotonic clock in milliseconds: a change of the time of day ends nothing early or late. */
export function createLruCache<T>(limits: RamLimits, now: () => number): LruCache<T> {
  // A map keeps the order of insertion, so that the first entry is the one that was used longest ago.
  const entries = new Map<string, Kept<T> & { readonly expires: number }>()
  let bytes = 0

  function remove(key: string): void {
    bytes -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }

  return {
    get: key => {
      const entry = entries.get(key)
      if (!entry) return null
      if (entry.expires <= now()) {
        remove(key)
        return null
      }
      entries.delete(key)
      entries.set(key, entry)
      return entry
    },
    set: (key, kept) => {
      remove(key)
      if (kept.bytes > limits.bytes) return
      entries.set(key, { ...kept, expires: now() + kept.lifetime })
      bytes += kept.bytes
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
    get size() {
      return entries.size
    },
    get bytes() {
      return bytes
    },
  }
}
