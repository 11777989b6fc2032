import type { Lineage } from '../../content/node/lineage.js'
import type { ContentNode } from '../../content/node/node.js'
import { parentPath, rootPath } from '../../foundation/paths.js'
import type { Visit } from './visit.js'

interface Place {
  readonly uid: string
  readonly path: string
}

/** Objects read between two pauses; small, because objects can be large. */
const nodesAtOnce = 10

/** Each hit with its lineage, in the order of the hits. Each container is read only once. */
export async function openEach<Hit extends Place>(
  visit: Pick<Visit, 'reader' | 'work'>,
  hits: readonly Hit[],
): Promise<readonly (readonly [hit: Hit, lineage: Lineage])[]> {
  const containers = new Map<string, Lineage>()
  const opened: [Hit, Lineage][] = []
  for (let start = 0; start < hits.length; start += nodesAtOnce) {
    if (visit.work.isOver()) await visit.work.next()
    const group = hits.slice(start, start + nodesAtOnce)
    const nodes = await visit.reader.nodes(group.map(({ uid }) => uid))
    for (const hit of group) {
      const node = nodes.find(({ uid }) => uid === hit.uid)
      if (node) opened.push([hit, [...(await containerOf(visit, node, containers)), node]])
    }
  }
  return opened
}

async function containerOf(
  { reader }: Pick<Visit, 'reader'>,
  { path }: ContentNode,
  known: Map<string, Lineage>,
): Promise<Lineage> {
  if (path === rootPath) return []
  const container = parentPath(path)
  const lineage = known.get(container) ?? (await reader.open(container)).lineage
  known.set(container, lineage)
  return lineage
}
