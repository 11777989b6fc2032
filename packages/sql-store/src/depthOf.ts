/** Steps from the site root to a path. */
export function depthOf(path: string): number {
  return path === '/' ? 0 : path.split('/').length - 1
}
