import type { Lineage } from '../../content/node/lineage.js'
import type { ContentNode } from '../../content/node/node.js'
import { isAtOrBelow } from '../../foundation/paths.js'

/**
 * Finds the containers of objects that come sorted by path, and keeps no more of them than may be needed: those whose
 * path is the beginning of the path that came last. `/a`, `/a-b`, `/a/c`: when `/a/c` comes, `/a` is there still.
 */
export function lineagesByPath(): (node: ContentNode) => Lineage {
  const begun: ContentNode[] = []
  return node => {
    while (begun.length > 0 && !node.path.startsWith(begun.at(-1)?.path ?? '')) begun.pop()
    begun.push(node)
    return begun.filter(({ path }) => isAtOrBelow(node.path, path))
  }
}
