/**
 * The maximum number of pending names. More names are replaced with "everything", to bound memory during a long outage.
 */
const maxNames = 1000

/** Invalidations that the store has not received yet: function names, or null for everything. */
export interface PendingInvalidations {
  add(name: string | null): void
  affects(name: string): boolean
  readonly isEmpty: boolean
  /** The names to invalidate; a list that contains only null if everything is pending. */
  names(): readonly (string | null)[]
  /** A mark to pass to `settle` after a request that is sent now. */
  mark(): number
  /**
   * Removes a function, or everything if `name` is null, after a successful request. Entries added after the mark stay.
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
