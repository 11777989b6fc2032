import type { JsonValue } from '../../foundation/json.js'
import { joinPath, parentPath, rootPath } from '../../foundation/paths.js'
import { type Condition, subtreeConditions } from '../store/catalogQuery.js'
import type { SearchDepth, SearchSubtree } from './querystringClause.js'

const depthAtEnd = /::(-?\d{1,4})$/

/** Splits a path value: `/a/b::1` -> target `/a/b`, depth 1. The target is a path, a UID, or relative (`../b`). */
function readTarget(
  value: JsonValue | undefined,
): { readonly target: string; readonly depth: SearchDepth | null } | null {
  if (typeof value !== 'string') return null
  const [depthSuffix = '', digits] = depthAtEnd.exec(value) ?? []
  const target = value.slice(0, value.length - depthSuffix.length)
  const depth = readDepth(digits)
  return target === '' || target.includes('::') || depth === undefined ? null : { target, depth }
}

function readDepth(digits: string | undefined): SearchDepth | null | undefined {
  if (digits === undefined) return null
  const depth = Number(digits)
  if (depth < 0) return depth === -1 ? 'endless' : undefined
  return depth === 1 ? 'children' : depth
}

/** The UID in a path value; null for a path. */
export function uidNamedBy(value: JsonValue | undefined): string | null {
  const { target } = readTarget(value) ?? { target: '/' }
  return target.startsWith('/') ? null : target
}

/** The subtree of a path or UID; null if it is invalid or unknown (docs/content-and-access.md, Querystring search). */
export function absoluteSubtree(
  value: JsonValue | undefined,
  pathOfUid: (uid: string) => string | undefined,
): SearchSubtree | null {
  const parsed = readTarget(value)
  if (parsed === null) return null
  const { target, depth } = parsed
  const path = target.startsWith('/') ? walk(rootPath, target) : pathOfUid(target)
  return path === undefined ? null : { path, depth }
}

/** The subtree of a path relative to `from`, such as `.`, `..` or `../news`. It never goes above the site root. */
export function relativeSubtree(value: JsonValue | undefined, from: string): SearchSubtree | null {
  const parsed = readTarget(value)
  return parsed && { path: walk(from, parsed.target), depth: parsed.depth }
}

function walk(from: string, relativePath: string): string {
  const steps = relativePath.split('/').filter(step => step !== '' && step !== '.')
  return steps.reduce((path, step) => (step === '..' ? parentPath(path) : joinPath(path, step)), from)
}

/** Conditions for the subtrees; a hit meets at least one. All subtrees get the same depth: the last one in the row. */
export function subtreeSearch(subtrees: readonly SearchSubtree[]): readonly Condition[] {
  const depth = subtrees.findLast(({ depth }) => depth !== null)?.depth ?? 'endless'
  return subtreeConditions(
    subtrees.map(({ path }) => path),
    depth === 'endless' ? null : depth,
  )
}
