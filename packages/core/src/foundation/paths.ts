import { withoutTrailing } from './trailing.js'

/** Paths of content: `/` is the site root, `/a/b` an object below it; ids are not percent-encoded. */

export const rootPath = '/'

export function joinPath(container: string, id: string): string {
  return container === rootPath ? `/${id}` : `${container}/${id}`
}

export function parentPath(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || rootPath
}

/** A path as it was sent, without slashes at its end; that of the site root is one. */
export function trimPath(path: string): string {
  return path.slice(0, 1) + withoutTrailing(path.slice(1), '/')
}

/** The short name: the last segment; empty for the site root. */
export function idOfPath(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** The path itself preceded by all its containers, the site root first. */
export function pathsAbove(path: string): string[] {
  const segments = path === rootPath ? [] : path.slice(1).split('/')
  return [rootPath, ...segments.map((_, i) => `/${segments.slice(0, i + 1).join('/')}`)]
}

export function isAtOrBelow(path: string, container: string): boolean {
  return container === rootPath || path === container || path.startsWith(`${container}/`)
}

const levelOf = (path: string): number => (path === rootPath ? 0 : path.split('/').length - 1)

export function depthBelow(path: string, container: string): number {
  return levelOf(path) - levelOf(container)
}

/** The paths without which nothing is left out: none twice, none that lies below another. In their order. */
export function coveringPaths(paths: readonly string[]): readonly string[] {
  const covering = new Set<string>()
  let last: string | undefined
  // With a slash at its end, a path is followed by all that lie below it.
  for (const below of paths.map(withSlash).sort()) {
    if (last !== undefined && below.startsWith(last)) continue
    covering.add(below)
    last = below
  }
  return paths.filter(path => covering.delete(withSlash(path)))
}

const withSlash = (path: string): string => (path === rootPath ? path : `${path}/`)

/** The URL of a path, below the URL where the site begins; the site root has no slash at its end. */
export function urlOf(base: string, path: string): string {
  return path === rootPath ? base : base + path.split('/').map(encodeURIComponent).join('/')
}
