import { coveringPaths, isAtOrBelow } from '../../foundation/paths.js'
import type { Condition } from './catalogQuery.js'

type Place = Extract<Condition, { kind: 'below' }>

/** The smallest list of conditions for the subtrees of all paths, down to a depth; a hit meets at least one. */
export function placesWithin(paths: readonly string[], depth: Place['depth']): readonly Place[] {
  const needed = depth === null ? coveringPaths(paths) : [...new Set(paths)]
  return needed.map(path => ({ kind: 'below', path, depth }))
}

/** Objects below all of the paths: `/a` and `/a/b` -> below `/a/b`; `/a` and `/c` -> nothing. */
export function belowAll(paths: readonly string[]): Condition {
  const deepest = paths.reduce((one, other) => (other.length > one.length ? other : one), '/')
  const isBelowAll = paths.every(path => isAtOrBelow(deepest, path))
  return isBelowAll ? { kind: 'below', path: deepest, depth: null } : { kind: 'nothing' }
}
