/**
 * The maximum number of pending names. If there are more, everything is pending, so that memory stays bounded during a
 * long outage.
 */
const maxNames = 1000

/** The invalidations that the store has not received yet: the names of functions, or null for everything. */
export interface PendingInvalidations {
  add(name: string | null): void
  affects(name: string): boolean
  readonly isEmpty: boolean
  /** The names to invalidate; a list that contains only null if everything is pending. */
  names(): readonly (string | null)[]
  /** A mark for a request that is sent now. Pass the mark to `settle` after the request. */
  mark(): number
  /**
   * Removes a function, or everything if `name` is null, after a successful request. Entries that were added after the
   * mark remain.
   */
  settle(name: string | null, mark: number): void
}

export function pendingInvalidations(): PendingInvalidations {
  const added = new Map<string | null, number>()
  let count = 0
  return {
    add: name => {
      const isFull = added.size >= maxNames && !added.has(name)
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
      for (const [pending, at] of added) if ((name === null || pending === name) && at <= mark) added.delete(pending)
    },
  }
}
