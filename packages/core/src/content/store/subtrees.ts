import { coveringPaths, isAtOrBelow } from '../../foundation/paths.js'
import type { Condition } from './catalogQuery.js'

type SubtreeCondition = Extract<Condition, { kind: 'below' }>

/** The smallest list of conditions for the subtrees of all paths, down to a depth; a hit meets at least one. */
export function subtreeConditions(
  paths: readonly string[],
  depth: SubtreeCondition['depth'],
): readonly SubtreeCondition[] {
  const roots = depth === null ? coveringPaths(paths) : [...new Set(paths)]
  return roots.map(path => ({ kind: 'below', path, depth }))
}

/** Objects below all of the paths: `/a` and `/a/b` -> below `/a/b`; `/a` and `/c` -> nothing. */
export function belowAll(paths: readonly string[]): Condition {
  const deepest = paths.reduce((deepestPath, path) => (path.length > deepestPath.length ? path : deepestPath), '/')
  const isBelowAll = paths.every(path => isAtOrBelow(deepest, path))
  return isBelowAll ? { kind: 'below', path: deepest, depth: null } : { kind: 'nothing' }
}
