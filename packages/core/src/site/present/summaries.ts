import type { ParentSummary, Summary } from '../../answers/summary.js'
import { entryAtHand } from '../../content/catalog/catalogEntry.js'
import { summaryMetadata } from '../../content/catalog/summary.js'
import { containersOf, type Lineage } from '../../content/node/lineage.js'
import type { ContentNode } from '../../content/node/node.js'
import type { FoundEntry } from '../../content/store/catalog.js'
import { rootPath, urlOf } from '../../foundation/paths.js'
import { rememberLast, rememberOf } from '../../foundation/rememberOf.js'
import { shareText } from '../../foundation/sharedText.js'
import { permission } from '../../security/stockPermissions.js'
import type { Frame } from '../run/frame.js'
import { few, scanAll } from '../run/scanMany.js'
import { activeOnly, mayAt, principalsOf, type Visit } from '../run/visit.js'
import {
  contextOf,
  freshSummary,
  type References,
  type Related,
  referencesIn,
  rememberedSummary,
} from './oneSummary.js'

/** Checks the time slice only after every 100 objects, so that short lists are done in one slice. */
const isStretchOver = (i: number): boolean => i % few === few - 1

/** The UIDs of the objects that the summaries of some entries refer to. */
async function referencesOf(entries: readonly FoundEntry[], { frame, work }: Visit): Promise<References<Set<string>>> {
  const uids = new Set<string>()
  const nodes = new Set<string>()
  for (const [i, entry] of entries.entries()) {
    if (isStretchOver(i) && work.isOver()) await work.next()
    const references = referencesIn(entry, frame)
    for (const uid of references.uids) uids.add(uid)
    for (const uid of references.nodes) nodes.add(uid)
  }
  return { uids, nodes }
}

/** The objects with these UIDs that the caller may see, by UID, in the order of creation. */
export async function visibleEntries(
  visit: Visit,
  uids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, FoundEntry>> {
  if (uids.size === 0) return new Map()
  const where = [
    { kind: 'any', index: 'UID', values: [...uids] } as const,
    ...activeOnly(visit, visit.lineage.slice(0, 1)),
  ]
  const query = { principals: principalsOf(visit), where }
  const items = uids.size <= few ? (await visit.reader.search(query)).items : await scanAll(visit, query)
  return new Map(items.map(entry => [entry.uid, entry]))
}

async function nodesByUid(visit: Visit, uids: ReadonlySet<string>): Promise<ReadonlyMap<string, ContentNode>> {
  if (uids.size === 0) return new Map()
  const nodes = new Map(visit.lineage.map(node => [node.uid, node]))
  const others = [...uids].filter(uid => !nodes.has(uid))
  for (let start = 0; start < others.length; start += few) {
    if (visit.work.isOver()) await visit.work.next()
    for (const node of await visit.reader.nodes(others.slice(start, start + few))) nodes.set(node.uid, node)
  }
  return nodes
}

/** The data for the summaries of some entries, loaded once for all of them. */
async function relatedTo(visit: Visit, entries: readonly FoundEntry[]): Promise<Related> {
  const asked = await referencesOf(entries, visit)
  const visible = await visibleEntries(visit, asked.uids)
  const ages = new Map([...visible.keys()].map((uid, age) => [uid, age]))
  const nodes = await nodesByUid(visit, asked.nodes)
  return {
    visible: uid => visible.get(uid),
    age: uid => ages.get(uid) ?? 0,
    node: uid => nodes.get(uid),
  }
}

/**
 * The summaries of some entries. Summaries of short lists are cached, like the entries of short lists in stores, and
 * therefore immutable.
 */
export function summaries(
  visit: Visit,
  entries: readonly FoundEntry[],
  metadata: readonly string[] = [],
): Promise<readonly Summary[]> {
  return summarizeAll(visit, { entries, metadata, summaryOf: entries.length <= few ? rememberedSummary : freshSummary })
}

/** Uncached summaries, which the caller may change. */
export function ownSummaries(
  visit: Visit,
  entries: readonly FoundEntry[],
  metadata: readonly string[],
): Promise<readonly Summary[]> {
  return summarizeAll(visit, { entries, metadata, summaryOf: freshSummary })
}

interface Summarizing {
  readonly entries: readonly FoundEntry[]
  readonly metadata: readonly string[]
  readonly summaryOf: typeof freshSummary
}

async function summarizeAll(visit: Visit, { entries, metadata, summaryOf }: Summarizing): Promise<readonly Summary[]> {
  const { frame, work } = visit
  const related = await relatedTo(visit, entries)
  const more = metadata.length === 0 ? null : contextOf(frame, related)
  const presented: Summary[] = []
  for (const [i, entry] of entries.entries()) {
    if (isStretchOver(i) && work.isOver()) await work.next()
    const summary = summaryOf(entry, frame, related)
    presented.push(more === null ? summary : { ...summary, ...summaryMetadata(metadata, entry, more) })
  }
  return presented
}

/**
 * The summary of the container. It has only `@id` when the caller may not view the container, and five keys when it is
 * the site root (docs/content-and-access.md, Payload of an object, rule 3).
 */
export async function parentSummary(visit: Visit, lineage: Lineage): Promise<ParentSummary> {
  const parent = lineage.at(-2)
  if (!parent) return {}
  const containers = containersAbove(lineage)
  if (!mayAt(visit, permission.view, containers)) return addressOf(parent, visit.frame)
  if (parent.path === rootPath) return rootAsParent(parent, visit.frame)
  return (await summaries(visit, [entryAtHand(containers, visit.environment)]))[0] ?? {}
}

/** Returns the same lineage again, because its summary is cached. */
const containersAbove = rememberOf(containersOf)

const addressOf = rememberLast(
  ({ path }: ContentNode, { base }: Frame): ParentSummary => shareText({ '@id': urlOf(base, path) }),
)

const rootAsParent = rememberLast(
  (root: ContentNode, { environment, base, translate }: Frame): ParentSummary =>
    shareText({
      '@id': urlOf(base, root.path),
      '@type': root.type,
      description: String(root.fields.description ?? ''),
      title: String(root.fields.title ?? ''),
      type_title: translate({ id: environment.registry.type(root.type).title }),
    }),
)
