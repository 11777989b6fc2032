import type { ContentNode, Lineage } from '../../content/node/node.js'
import { isAtOrBelow } from '../../foundation/paths.js'
import type { WholeStore } from '../../portable/wholeStore.js'
import type { Platform } from '../run/environment.js'

/** Returns the port for all data. Throws if the platform does not provide it. */
export function wholeOf({ whole }: Pick<Platform, 'whole'>): WholeStore {
  if (whole) return whole
  throw new Error('Copying a site requires the `whole` port of its platform.')
}

/**
 * Returns a function that maps objects to their lineages. The function must be called with objects sorted by path. It
 * keeps only the containers that may still be needed: objects whose path is a prefix of the current path. For `/a`,
 * `/a-b`, `/a/c`, the container `/a` is still available at `/a/c`.
 */
export function lineagesByPath(): (node: ContentNode) => Lineage {
  const open: ContentNode[] = []
  return node => {
    while (open.length > 0 && !node.path.startsWith(open.at(-1)?.path ?? '')) open.pop()
    open.push(node)
    return open.filter(({ path }) => isAtOrBelow(node.path, path))
  }
}
