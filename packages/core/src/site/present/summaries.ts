import type { ParentSummary, Summary } from '../../answers/summary.js'
import { hitOf } from '../../content/catalog/catalogEntry.js'
import { summaryMetadata } from '../../content/catalog/summary.js'
import { hitFor } from '../../content/catalog/workingColumns.js'
import { type ContentNode, containersOf, type Lineage } from '../../content/node/node.js'
import type { SearchHit } from '../../content/store/catalog.js'
import { memoizeLast } from '../../foundation/memoizeByIdentity.js'
import { rootPath, urlOf } from '../../foundation/paths.js'
import { shareText } from '../../foundation/sharedText.js'
import { permission } from '../../security/permissions.js'
import { maxShortScan, readNodes, scanAll } from '../run/openEach.js'
import { activeOnly, type Frame, hasPermissionAt, principalsOf, type RequestContext } from '../run/requestContext.js'
import { cachedSummary, contextOf, freshSummary, type References, type Related, referencesIn } from './oneSummary.js'

/**
 * Whether a chunk of 100 items ends at index `i`. The time slice is checked only at the end of a chunk, so that short
 * lists are processed in one slice.
 */
const isChunkEnd = (i: number): boolean => i % maxShortScan === maxShortScan - 1

async function referencesOf(
  entries: readonly SearchHit[],
  { frame, task }: RequestContext,
): Promise<References<Set<string>>> {
  const uids = new Set<string>()
  const nodes = new Set<string>()
  for (const [i, entry] of entries.entries()) {
    if (isChunkEnd(i) && task.isOver()) await task.next()
    const references = referencesIn(entry, frame)
    for (const uid of references.uids) uids.add(uid)
    for (const uid of references.nodes) nodes.add(uid)
  }
  return { uids, nodes }
}

/**
 * Returns the catalog entries of objects by UID, in the order of their creation, without objects that the caller may
 * not view.
 */
export async function visibleEntries(
  context: RequestContext,
  uids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, SearchHit>> {
  if (uids.size === 0) return new Map()
  const where = [
    { kind: 'any', index: 'UID', values: [...uids] } as const,
    ...activeOnly(context, context.lineage.slice(0, 1)),
  ]
  const query = { principals: principalsOf(context), where }
  const items = uids.size <= maxShortScan ? (await context.reader.search(query)).items : await scanAll(context, query)
  return new Map(items.map(entry => [entry.uid, entry]))
}

async function nodesByUid(
  context: RequestContext,
  uids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, ContentNode>> {
  if (uids.size === 0) return new Map()
  const nodes = new Map(context.lineage.map(node => [node.uid, node]))
  const missing = [...uids].filter(uid => !nodes.has(uid))
  for (const node of await readNodes(context, missing)) nodes.set(node.uid, node)
  return nodes
}

async function relatedTo(context: RequestContext, entries: readonly SearchHit[]): Promise<Related> {
  const references = await referencesOf(entries, context)
  const visible = await visibleEntries(context, references.uids)
  const ages = new Map([...visible.keys()].map((uid, age) => [uid, age]))
  const nodes = await nodesByUid(context, references.nodes)
  return {
    visible: uid => visible.get(uid),
    age: uid => ages.get(uid) ?? 0,
    node: uid => nodes.get(uid),
  }
}

/** Returns the summaries of entries. The caller must not change them, because summaries in short lists are cached. */
export function summaries(
  context: RequestContext,
  entries: readonly SearchHit[],
  metadata: readonly string[] = [],
): Promise<readonly Summary[]> {
  return summarizeAll(context, {
    entries,
    metadata,
    summaryOf: entries.length <= maxShortScan ? cachedSummary : freshSummary,
  })
}

/** Returns uncached summaries, which the caller may change. */
export function ownSummaries(
  context: RequestContext,
  entries: readonly SearchHit[],
  metadata: readonly string[],
): Promise<readonly Summary[]> {
  return summarizeAll(context, { entries, metadata, summaryOf: freshSummary })
}

interface Summarizing {
  readonly entries: readonly SearchHit[]
  readonly metadata: readonly string[]
  readonly summaryOf: typeof freshSummary
}

async function summarizeAll(
  context: RequestContext,
  { entries, metadata, summaryOf }: Summarizing,
): Promise<readonly Summary[]> {
  const { frame, task } = context
  const related = await relatedTo(context, entries)
  const metadataContext = metadata.length === 0 ? null : contextOf(frame, related)
  const presented: Summary[] = []
  for (const [i, entry] of entries.entries()) {
    if (isChunkEnd(i) && task.isOver()) await task.next()
    const summary = summaryOf(entry, frame, related)
    presented.push(
      metadataContext === null ? summary : { ...summary, ...summaryMetadata(metadata, entry, metadataContext) },
    )
  }
  return presented
}

/**
 * Returns the summary of the object's container, or only `@id` if the caller may not view the container. The summary of
 * the site root contains only five keys (docs/content-and-access.md, Payload of an object, rule 3).
 */
export async function parentSummary(context: RequestContext, lineage: Lineage): Promise<ParentSummary> {
  const parent = lineage.at(-2)
  if (!parent) return {}
  const containers = containersOf(lineage)
  if (!hasPermissionAt(context, permission.view, containers)) return addressOf(parent, context.frame)
  if (parent.path === rootPath) return rootAsParent(parent, context.frame)
  const hit = hitFor(hitOf(containers, context.environment), principalsOf(context))
  return (await summaries(context, [hit]))[0] ?? {}
}

const addressOf = memoizeLast(
  ({ path }: ContentNode, { base }: Frame): ParentSummary => shareText({ '@id': urlOf(base, path) }),
)

const rootAsParent = memoizeLast(
  (root: ContentNode, { environment, base, translate }: Frame): ParentSummary =>
    shareText({
      '@id': urlOf(base, root.path),
      '@type': root.type,
      description: String(root.fields.description ?? ''),
      title: String(root.fields.title ?? ''),
      type_title: translate({ id: environment.registry.type(root.type).title }),
    }),
)
