/** The number of segments of a path: `/a/b` -> 2, `/` -> 0. */
export function depthOf(path: string): number {
  return path === '/' ? 0 : path.split('/').length - 1
}
