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

export function depthBelow(path: string, container: string): number {
  return pathsAbove(path).length - pathsAbove(container).length
}

/** The URL of a path, below the URL where the site begins; the site root has no slash at its end. */
export function urlOf(base: string, path: string): string {
  return path === rootPath ? base : base + path.split('/').map(encodeURIComponent).join('/')
}
