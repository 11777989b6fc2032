/** More names than this are remembered as everything, so that a store that stays away costs no memory. */
const most = 1000

/** Invalidations that the store has not been told of: names of functions, or null for everything. */
export interface PendingInvalidations {
  add(name: string | null): void
  affects(name: string): boolean
  readonly isEmpty: boolean
  /** What to tell the store, everything alone when that is among it. */
  names(): readonly (string | null)[]
  /** A mark to hand to `settle` for what is told from now on. */
  mark(): number
  /** The store was told to forget a function, or everything; what was added after the mark stays. */
  settle(name: string | null, mark: number): void
}

export function pendingInvalidations(): PendingInvalidations {
  const added = new Map<string | null, number>()
  let count = 0
  return {
    add: name => {
      const isFull = added.size >= most && !added.has(name)
      if (isFull) added.clear()
      added.set(isFull ? null : name, ++count)
    },
    affects: name => added.size > 0 && (added.has(name) || added.has(null)),
    get isEmpty() {
      return added.size === 0
    },
    names: () => (added.has(null) ? [null] : [...added.keys()]),
    mark: () => count,
    settle: (name, mark) => {
      for (const [other, at] of added) if ((name === null || other === name) && at <= mark) added.delete(other)
    },
  }
}
