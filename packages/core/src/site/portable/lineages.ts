import type { Lineage } from '../../content/node/lineage.js'
import type { ContentNode } from '../../content/node/node.js'
import { isAtOrBelow } from '../../foundation/paths.js'

/**
 * Returns the containers of objects that arrive sorted by path, and retains only those that can still be needed:
 * objects whose path is a prefix of the current path. `/a`, `/a-b`, `/a/c`: at `/a/c`, `/a` is still retained.
 */
export function lineagesByPath(): (node: ContentNode) => Lineage {
  const begun: ContentNode[] = []
  return node => {
    while (begun.length > 0 && !node.path.startsWith(begun.at(-1)?.path ?? '')) begun.pop()
    begun.push(node)
    return begun.filter(({ path }) => isAtOrBelow(node.path, path))
  }
}
