import type { Lineage } from '../../content/node/lineage.js'
import type { ContentNode } from '../../content/node/node.js'
import { isAtOrBelow } from '../../foundation/paths.js'

/**
 * Returns the containers of objects that arrive sorted by path, and retains only those that can still be needed:
 * objects whose path is a prefix of the current path. `/a`, `/a-b`, `/a/c`: at `/a/c`, `/a` is still retained.
 */
export function lineagesByPath(): (node: ContentNode) => Lineage {
  const open: ContentNode[] = []
  return node => {
    while (open.length > 0 && !node.path.startsWith(open.at(-1)?.path ?? '')) open.pop()
    open.push(node)
    return open.filter(({ path }) => isAtOrBelow(node.path, path))
  }
}
