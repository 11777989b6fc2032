const minute = 60_000
/** Keys of one count: more than passwords can be checked in a minute, at what a check costs. */
const maxKeys = 10_000

/** How often something has happened, by key, in the minute that begins with the first time. */
export interface Counted {
  readonly times: number
  /** Milliseconds until the key begins anew; 0 where nothing has happened. */
  readonly wait: number
  /** When the minute ends, by any clock of those who count: it tells one minute of the key from another. */
  readonly end: number
}

/** Port. Many may count at the same time, of several processes too: each of them gets another number. Never rejects. */
export interface MinuteCount {
  look(key: string): Promise<Counted>
  /** Counts it once more; what it gives has this time in it. */
  add(key: string): Promise<Counted>
  /** Counts it once less, as long as the minute lasts in which it was added. */
  takeBack(key: string, added: Counted): Promise<void>
}

/** Counts of one name are the same for all who share them. */
export type MinuteCounts = (name: string) => MinuteCount

interface Entry {
  times: number
  readonly end: number
}

/** Counts in memory. `now` are milliseconds of any clock. */
export function minuteCounts(now: () => number): MinuteCounts {
  const counts = new Map<string, MinuteCount>()
  return name => {
    const count = counts.get(name) ?? minuteCount(now)
    counts.set(name, count)
    return count
  }
}

/** Forgets the key that was not asked for longest when there are too many. */
function minuteCount(now: () => number): MinuteCount {
  // In the order in which keys were asked for.
  const counted = new Map<string, Entry>()
  const find = (key: string): Entry | undefined => {
    const found = counted.get(key)
    counted.delete(key)
    if (!found || found.end <= now()) return undefined
    counted.set(key, found)
    return found
  }
  const shown = ({ times, end }: Entry): Counted => ({ times, wait: Math.max(0, end - now()), end })
  return {
    look: async key => shown(find(key) ?? { times: 0, end: 0 }),
    add: async key => {
      const entry = find(key) ?? { times: 0, end: now() + minute }
      entry.times += 1
      counted.set(key, entry)
      const [oldest = key] = counted.keys()
      if (counted.size > maxKeys) counted.delete(oldest)
      return shown(entry)
    },
    takeBack: async (key, { end }) => {
      const entry = find(key)
      if (entry?.end === end) entry.times -= 1
    },
  }
}
