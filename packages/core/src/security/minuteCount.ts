const minute = 60_000
/** Keys of one count: more than passwords can be checked in a minute, at what a check costs. */
const maxKeys = 10_000

/** How often something has happened, by key, in the minute that begins with the first time. */
export interface MinuteCount {
  timesOf(key: string): number
  /** Milliseconds until the key begins anew; 0 where nothing has happened. */
  wait(key: string): number
  add(key: string): void
}

/** Counts in memory. `now` are milliseconds of any clock. Forgets the key that was not asked for longest when there are too many. */
export function minuteCount(now: () => number): MinuteCount {
  // In the order in which keys were asked for.
  const counted = new Map<string, { readonly times: number; readonly end: number }>()
  const find = (key: string) => {
    const found = counted.get(key)
    counted.delete(key)
    if (!found || found.end <= now()) return undefined
    counted.set(key, found)
    return found
  }
  return {
    timesOf: key => find(key)?.times ?? 0,
    wait: key => Math.max(0, (find(key)?.end ?? 0) - now()),
    add: key => {
      const { times, end } = find(key) ?? { times: 0, end: now() + minute }
      counted.set(key, { times: times + 1, end })
      const [oldest = key] = counted.keys()
      if (counted.size > maxKeys) counted.delete(oldest)
    },
  }
}
