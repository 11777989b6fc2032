const minute = 60_000
/** Maximum number of keys per counter: more than the password checks that are possible in a minute. */
const maxKeys = 10_000

/** The count of a key in the minute that starts with its first event. */
export interface MinuteTotal {
  readonly times: number
  /** Milliseconds until the count is reset; 0 if nothing is counted. */
  readonly wait: number
  /** The end of the minute on the counter's clock; identifies the minute. */
  readonly end: number
}

/** Port: a counter. Concurrent calls, also of other processes, each get a different number. Never rejects. */
export interface MinuteCount {
  look(key: string): Promise<MinuteTotal>
  /** Increments the count and returns it. */
  add(key: string): Promise<MinuteTotal>
  /** Decrements the count, unless the minute of `added` is over. */
  takeBack(key: string, added: MinuteTotal): Promise<void>
}

/** Returns the counter with a name; callers with equal names share it. */
export type MinuteCounts = (name: string) => MinuteCount

interface Entry {
  times: number
  readonly end: number
}

/** Counters in memory. `now` is any clock in milliseconds. */
export function minuteCounts(now: () => number): MinuteCounts {
  const counts = new Map<string, MinuteCount>()
  return name => {
    const count = counts.get(name) ?? minuteCount(now)
    counts.set(name, count)
    return count
  }
}

/** Evicts the least recently used key when there are too many. */
function minuteCount(now: () => number): MinuteCount {
  // Insertion order is the order of last use.
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
