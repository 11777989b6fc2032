import { type Affected, isAffected, type Target } from './target.js'

/**
 * The maximum number of pending targets. If there are more targets, all values are invalidated instead, so that a long
 * outage cannot fill the memory.
 */
const maxTargets = 1000

/** The invalidations that the store has not received yet. */
export interface PendingInvalidations {
  add(target: Target): void
  affects(value: Affected): boolean
  readonly isEmpty: boolean
  /** Returns the targets to invalidate. If all values are to be invalidated, the list contains only `all`. */
  targets(): readonly Target[]
  /**
   * Returns a mark to be passed to `settle` after the next request. Call this method immediately before the request.
   */
  mark(): number
  /** Removes the targets that a successful request has invalidated, except targets that were added after the mark. */
  settle(target: Target, mark: number): void
}

export function pendingInvalidations(): PendingInvalidations {
  const added = new Map<string, { readonly target: Target; readonly at: number }>()
  let count = 0
  return {
    add: target => {
      const isFull = added.size >= maxTargets && !added.has(idOf(target))
      if (isFull) added.clear()
      const stored: Target = isFull ? { kind: 'all' } : target
      added.set(idOf(stored), { target: stored, at: ++count })
    },
    affects: value => {
      if (added.size === 0) return false
      for (const { target } of added.values()) if (isAffected(target, value)) return true
      return false
    },
    get isEmpty() {
      return added.size === 0
    },
    targets: () => {
      const all = added.get(idOf({ kind: 'all' }))
      return all ? [all.target] : Array.from(added.values(), ({ target }) => target)
    },
    mark: () => count,
    settle: (settled, mark) => {
      for (const [id, { target, at }] of added) if (at <= mark && covers(settled, target)) added.delete(id)
    },
  }
}

function covers(wider: Target, target: Target): boolean {
  if (wider.kind === 'all' || idOf(wider) === idOf(target)) return true
  return wider.kind === 'function' && target.kind === 'call' && wider.name === target.name
}

/**
 * Returns a string that identifies a target. The string is the same for equal targets, because the properties of each
 * kind of target are always in the same order.
 */
const idOf = (target: Target): string => JSON.stringify(target)
