import type { ContentNode, Lineage } from '../../content/node/node.js'
import type { CatalogQuery, SearchHit } from '../../content/store/catalog.js'
import type { CatalogReader, ObjectReader, ScanResult } from '../../content/store/contentReader.js'
import { parentPath, rootPath } from '../../foundation/paths.js'
import { collect, type TimeSlice } from '../../foundation/scheduler.js'
import type { RequestContext } from './requestContext.js'

export interface ObjectRef {
  readonly uid: string
  readonly path: string
}

/** The number of objects that are read between two pauses. The number is small because objects can be large. */
const chunkSize = 10

/** Opens objects in the order of the hits. Each container is read only once. */
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

const nodesAtOnce = 100

/** Returns the nodes in the order of `uids`, without missing nodes. */
export async function readNodes(
  { reader, task }: { readonly reader: Pick<ObjectReader, 'nodes'>; readonly task: TimeSlice },
  uids: readonly string[],
): Promise<readonly ContentNode[]> {
  const byUid = new Map<string, ContentNode>()
  for (let start = 0; start < uids.length; start += nodesAtOnce) {
    if (task.isOver()) await task.next()
    for (const node of await reader.nodes(uids.slice(start, start + nodesAtOnce))) byUid.set(node.uid, node)
  }
  return uids.flatMap(uid => byUid.get(uid) ?? [])
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

/** The maximum number of objects in a short scan. Such a scan takes only a few milliseconds. */
export const maxShortScan = 100

/**
 * Yields the hits in chunks. For a large result, the task acquires a permit for long tasks before it reads. Otherwise,
 * each of many such requests would run for one time slice, be postponed and start again.
 */
export async function scanMany({ reader, task }: RequestContext, query: CatalogQuery): Promise<ScanResult> {
  const { principals, where } = query
  if ((await reader.countUpTo({ principals, where }, maxShortScan + 1)) > maxShortScan) task.expectLong()
  return reader.scan(query, task)
}

/**
 * Returns all hits of a query that rarely finds a large number of objects. The scan pauses between time slices, but
 * does not acquire a permit before it reads.
 */
export async function scanFew(
  { reader, task }: { readonly reader: CatalogReader; readonly task: TimeSlice },
  query: CatalogQuery,
): Promise<readonly SearchHit[]> {
  return collect((await reader.scan(query)).chunks, task)
}

export const scanAll = async (context: RequestContext, query: CatalogQuery): Promise<readonly SearchHit[]> =>
  collect((await scanMany(context, query)).chunks, context.task)
