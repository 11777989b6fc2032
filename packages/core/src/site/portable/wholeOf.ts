import type { ContentNode, Lineage } from '../../content/node/node.js'
import { isAtOrBelow } from '../../foundation/paths.js'
import type { WholeStore } from '../../portable/wholeStore.js'
import type { Platform } from '../run/environment.js'

/** Returns the port for access to all data of a site. Throws if the platform does not provide this port. */
export function wholeOf({ whole }: Pick<Platform, 'whole'>): WholeStore {
  if (whole) return whole
  throw new Error('Copying a site requires the `whole` port of its platform.')
}

/**
 * Returns a function that maps each object to its lineage. The function must be called with objects sorted by path. It
 * stores only containers whose path is a string prefix of the current path, because only they may still be needed. For
 * example, it still stores `/a` at `/a-b`, because `/a/c` can follow.
 */
export function lineagesByPath(): (node: ContentNode) => Lineage {
  const open: ContentNode[] = []
  return node => {
    while (open.length > 0 && !node.path.startsWith(open.at(-1)?.path ?? '')) open.pop()
    open.push(node)
    return open.filter(({ path }) => isAtOrBelow(node.path, path))
  }
}
