const minute = 60_000
/** The maximum number of keys per counter. It exceeds the number of password checks that are possible in a minute. */
const maxKeys = 10_000

/** The count for a key in the minute that begins with the key's first event. */
export interface MinuteTotal {
  readonly times: number
  /** The time in milliseconds until the count is reset, or 0 if the count is 0. */
  readonly wait: number
  /** The time on the counter's clock when the minute ends. This time identifies the minute. */
  readonly end: number
}

/**
 * The port for counting events. Concurrent calls of `add`, even by different processes, return different numbers. The
 * methods never reject.
 */
export interface MinuteCount {
  look(key: string): Promise<MinuteTotal>
  /** Increments the count and returns it. */
  add(key: string): Promise<MinuteTotal>
  /** Decrements the count, unless the minute of `added` has ended. */
  takeBack(key: string, added: MinuteTotal): Promise<void>
}

/** Returns the counter with the given name. All callers with the same name share the counter. */
export type MinuteCounts = (name: string) => MinuteCount

interface Entry {
  times: number
  readonly end: number
}

/** Creates in-memory counters. `now` returns the time of any clock in milliseconds. */
export function minuteCounts(now: () => number): MinuteCounts {
  const counts = new Map<string, MinuteCount>()
  return name => {
    const count = counts.get(name) ?? minuteCount(now)
    counts.set(name, count)
    return count
  }
}

/** Creates an in-memory counter, which evicts the least recently used key if there are too many keys. */
function minuteCount(now: () => number): MinuteCount {
  // The entries are sorted by the time of their last use.
  const entries = new Map<string, Entry>()
  const find = (key: string): Entry | undefined => {
    const entry = entries.get(key)
    entries.delete(key)
    if (!entry || entry.end <= now()) return undefined
    entries.set(key, entry)
    return entry
  }
  const countOf = ({ times, end }: Entry): MinuteTotal => ({ times, wait: Math.max(0, end - now()), end })
  return {
    look: async key => countOf(find(key) ?? { times: 0, end: 0 }),
    add: async key => {
      const entry = find(key) ?? { times: 0, end: now() + minute }
      entry.times += 1
      entries.set(key, entry)
      const [oldest = key] = entries.keys()
      if (entries.size > maxKeys) entries.delete(oldest)
      return countOf(entry)
    },
    takeBack: async (key, { end }) => {
      const entry = find(key)
      if (entry?.end === end) entry.times -= 1
    },
  }
}

/** An attempt in progress. Call exactly one of these methods when the attempt ends. */
export interface Attempt {
  succeed(): Promise<void>
  fail(): Promise<void>
}

export interface FailureCount {
  readonly limit: number
  /** Returns the time in milliseconds until an attempt with this key is allowed, or 0 if it is allowed now. */
  wait(key: string): Promise<number>
  /**
   * Begins an attempt. Returns null if the running attempts could reach the limit. In this case, try again after they
   * have ended.
   */
  begin(key: string): Promise<Attempt | null>
}

/**
 * Creates a counter that allows `limit` failures in the minute that begins with the first failure. An attempt is
 * treated as a failure until it succeeds, so that concurrent attempts cannot exceed the limit, even in several
 * processes.
 */
export function failureCount(limit: number, counts: MinuteCounts, name: string): FailureCount {
  const failed = counts(`${name}:failed`)
  const running = counts(`${name}:begun`)
  return {
    limit,
    wait: async key => {
      const { times, wait } = await failed.look(key)
      return times < limit ? 0 : wait
    },
    begin: async key => {
      const added = await running.add(key)
      const succeed = () => running.takeBack(key, added)
      if (added.times <= limit) return { succeed, fail: async () => void (await failed.add(key)) }
      await succeed()
      return null
    },
  }
}
