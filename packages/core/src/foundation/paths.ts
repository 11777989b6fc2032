import { withoutTrailing } from './trailing.js'

/** The path of the site root. Other paths have the form `/a/b`. Ids in paths are not percent-encoded. */

export const rootPath = '/'

export const joinPath = (container: string, id: string): string =>
  container === rootPath ? `/${id}` : `${container}/${id}`

export const parentPath = (path: string): string => path.slice(0, path.lastIndexOf('/')) || rootPath

/** Removes trailing slashes, except from the site root `/`. */
export const trimPath = (path: string): string => path.slice(0, 1) + withoutTrailing(path.slice(1), '/')

/** Returns the short name of an object: the last segment of its path, or an empty string for the site root. */
export const idOfPath = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Returns the paths of all containers of a path, followed by the path itself: `/a/b` -> `/`, `/a`, `/a/b`. */
export function pathsAbove(path: string): string[] {
  const segments = path === rootPath ? [] : path.slice(1).split('/')
  return [rootPath, ...segments.map((_, i) => `/${segments.slice(0, i + 1).join('/')}`)]
}

export const isAtOrBelow = (path: string, container: string): boolean =>
  container === rootPath || path === container || path.startsWith(`${container}/`)

const levelOf = (path: string): number => (path === rootPath ? 0 : path.split('/').length - 1)

export const depthBelow = (path: string, container: string): number => levelOf(path) - levelOf(container)

/**
 * Removes duplicates, and paths below other paths in the list. The order is preserved: the result for `/a/b`, `/c` and
 * `/a` is `/c` and `/a`.
 */
export function coveringPaths(paths: readonly string[]): readonly string[] {
  const covering = new Set<string>()
  let last: string | undefined
  // With a trailing slash, a path sorts directly before its descendants, so it is sufficient to compare each path with
  // the last path that was kept.
  for (const below of paths.map(withSlash).sort()) {
    if (last !== undefined && below.startsWith(last)) continue
    covering.add(below)
    last = below
  }
  return paths.filter(path => covering.delete(withSlash(path)))
}

const withSlash = (path: string): string => (path === rootPath ? path : `${path}/`)

/** Returns the URL of a path. `base` is the URL of the site root without a trailing slash. */
export function urlOf(base: string, path: string): string {
  if (path === rootPath) return base
  // Almost all paths need no encoding, and testing this with a regular expression is ten times as fast as encoding each
  // segment.
  return base + (isPlain.test(path) ? path : path.split('/').map(encodeURIComponent).join('/'))
}

const isPlain = /^[\w/.~-]*$/

export function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
