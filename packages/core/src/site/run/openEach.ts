import type { Lineage } from '../../content/node/lineage.js'
import type { ContentNode } from '../../content/node/node.js'
import { parentPath, rootPath } from '../../foundation/paths.js'
import type { RequestContext } from './requestContext.js'

interface ObjectRef {
  readonly uid: string
  readonly path: string
}

/** Objects read between two pauses; small, because objects can be large. */
const chunkSize = 10

/** Each hit with its lineage, in the order of the hits. Each container is read only once. */
export async function openEach<Hit extends ObjectRef>(
  context: Pick<RequestContext, 'reader' | 'task'>,
  hits: readonly Hit[],
): Promise<readonly (readonly [hit: Hit, lineage: Lineage])[]> {
  const containers = new Map<string, Lineage>()
  const opened: [Hit, Lineage][] = []
  for (let start = 0; start < hits.length; start += chunkSize) {
    if (context.task.isOver()) await context.task.next()
    const group = hits.slice(start, start + chunkSize)
    const nodes = await context.reader.nodes(group.map(({ uid }) => uid))
    for (const hit of group) {
      const node = nodes.find(({ uid }) => uid === hit.uid)
      if (node) opened.push([hit, [...(await containerOf(context, node, containers)), node]])
    }
  }
  return opened
}

async function containerOf(
  { reader }: Pick<RequestContext, 'reader'>,
  { path }: ContentNode,
  lineages: Map<string, Lineage>,
): Promise<Lineage> {
  if (path === rootPath) return []
  const container = parentPath(path)
  const lineage = lineages.get(container) ?? (await reader.open(container)).lineage
  lineages.set(container, lineage)
  return lineage
}
