import { entryAtHand } from '../../content/catalog/catalogEntry.js'
import { summarize, summaryMetadata } from '../../content/catalog/summary.js'
import type { SummaryContext } from '../../content/model/model.js'
import { containersOf, type Lineage } from '../../content/node/lineage.js'
import type { ContentNode } from '../../content/node/node.js'
import type { FoundEntry } from '../../content/store/catalog.js'
import type { JsonObject } from '../../foundation/json.js'
import { rootPath, urlOf } from '../../foundation/paths.js'
import { permission } from '../../security/stockPermissions.js'
import { few, scanAll } from '../run/scanMany.js'
import { activeOnly, mayAt, principalsOf, type Visit } from '../run/visit.js'

type Asked = { readonly uids: ReadonlySet<string>; readonly nodes: ReadonlySet<string> }

/** Checks the turn only after every 100 objects, so that short lists are done in one turn. */
const isStretchOver = (i: number): boolean => i % few === few - 1

/** The UIDs of the objects that the summaries of some entries refer to. */
async function referencesOf(entries: readonly FoundEntry[], { environment, work }: Visit): Promise<Asked> {
  const uids = new Set<string>()
  const nodes = new Set<string>()
  for (const [i, { type, columns }] of entries.entries()) {
    if (isStretchOver(i) && work.isOver()) await work.next()
    if (typeof columns.preview_image_link === 'string') uids.add(columns.preview_image_link)
    for (const { summary } of environment.registry.type(type).allBehaviors) {
      for (const uid of summary?.uids?.(columns) ?? []) uids.add(uid)
      for (const uid of summary?.nodes?.(columns) ?? []) nodes.add(uid)
    }
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
  const nodes = new Map(visit.lineage.map(node => [node.uid, node]))
  const others = [...uids].filter(uid => !nodes.has(uid))
  for (let start = 0; start < others.length; start += few) {
    if (visit.work.isOver()) await visit.work.next()
    for (const node of await visit.reader.nodes(others.slice(start, start + few))) nodes.set(node.uid, node)
  }
  return nodes
}

/** The data for the summaries of some entries, read once for all of them. */
async function summaryContext(visit: Visit, entries: readonly FoundEntry[]): Promise<SummaryContext> {
  const asked = await referencesOf(entries, visit)
  const visible = await visibleEntries(visit, asked.uids)
  const ages = new Map([...visible.keys()].map((uid, age) => [uid, age]))
  const nodes = await nodesByUid(visit, asked.nodes)
  const { base, translate, environment } = visit
  return {
    base,
    translate,
    registry: environment.registry,
    visible: uid => visible.get(uid),
    age: uid => ages.get(uid) ?? 0,
    node: uid => nodes.get(uid),
  }
}

export async function summaries(
  visit: Visit,
  entries: readonly FoundEntry[],
  metadata: readonly string[] = [],
): Promise<readonly JsonObject[]> {
  const context = await summaryContext(visit, entries)
  const presented: JsonObject[] = []
  for (const [i, entry] of entries.entries()) {
    if (isStretchOver(i) && visit.work.isOver()) await visit.work.next()
    presented.push(Object.assign(summarize(entry, context), summaryMetadata(metadata, entry, context)))
  }
  return presented
}

/**
 * The summary of the container. It has only `@id` when the caller may not view the container, and five keys when it is
 * the site root (docs/content-and-access.md, Payload of an object, rule 3).
 */
export async function parentSummary(visit: Visit, lineage: Lineage): Promise<JsonObject> {
  const parent = lineage.at(-2)
  if (!parent) return {}
  const { environment, base, translate } = visit
  const containers = containersOf(lineage)
  if (!mayAt(visit, permission.view, containers)) return { '@id': urlOf(base, parent.path) }
  if (parent.path !== rootPath) return (await summaries(visit, [entryAtHand(containers, environment)]))[0] ?? {}
  return {
    '@id': urlOf(base, parent.path),
    '@type': parent.type,
    description: parent.fields.description ?? '',
    title: parent.fields.title ?? '',
    type_title: translate(environment.registry.type(parent.type).title),
  }
}
