import { coveringPaths, isAtOrBelow } from '../../foundation/paths.js'
import type { Condition } from './catalogQuery.js'

type Place = Extract<Condition, { kind: 'below' }>

/** Conditions of which one holds at each of the paths, down to a depth; as few as say so. */
export function placesWithin(paths: readonly string[], depth: Place['depth']): readonly Place[] {
  const needed = depth === null ? coveringPaths(paths) : [...new Set(paths)]
  return needed.map(path => ({ kind: 'below', path, depth }))
}

/** What lies below all of the paths: below the deepest of them, if the others are its containers. */
export function belowAll(paths: readonly string[]): Condition {
  const deepest = paths.reduce((one, other) => (other.length > one.length ? other : one), '/')
  const isBelowAll = paths.every(path => isAtOrBelow(deepest, path))
  return isBelowAll ? { kind: 'below', path: deepest, depth: null } : { kind: 'nothing' }
}
