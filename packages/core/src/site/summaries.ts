import type { FoundEntry } from '../content/catalog.js'
import { entryAtHand } from '../content/catalogEntry.js'
import type { SummaryContext } from '../content/model.js'
import type { ContentNode } from '../content/node.js'
import { summarize, summaryMetadata } from '../content/summary.js'
import type { JsonObject } from '../foundation/json.js'
import { rootPath, urlOf } from '../foundation/paths.js'
import { permission } from '../security/stockPermissions.js'
import { activeOnly, mayAt, sightOf, type Visit } from './visit.js'

type Asked = { readonly uids: ReadonlySet<string>; readonly nodes: ReadonlySet<string> }

/** What the summaries of some entries refer to. */
function askedBy(entries: readonly FoundEntry[], { environment }: Visit): Asked {
  const uids = new Set<string>()
  const nodes = new Set<string>()
  for (const { type, columns } of entries) {
    if (typeof columns.preview_image_link === 'string') uids.add(columns.preview_image_link)
    for (const { summary } of environment.registry.type(type).allBehaviors) {
      for (const uid of summary?.uids?.(columns) ?? []) uids.add(uid)
      for (const uid of summary?.nodes?.(columns) ?? []) nodes.add(uid)
    }
  }
  return { uids, nodes }
}

/** Objects by UID as far as the caller may see them. */
export async function visibleEntries(
  visit: Visit,
  uids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, FoundEntry>> {
  if (uids.size === 0) return new Map()
  const where = [
    { kind: 'any', index: 'UID', values: [...uids] } as const,
    ...activeOnly(visit, visit.lineage.slice(0, 1)),
  ]
  const { items } = await visit.reader.search({ sight: sightOf(visit), where })
  return new Map(items.map(entry => [entry.uid, entry]))
}

async function nodesByUid(visit: Visit, uids: ReadonlySet<string>): Promise<ReadonlyMap<string, ContentNode>> {
  const atHand = new Map(visit.lineage.map(node => [node.uid, node]))
  const others = [...uids].filter(uid => !atHand.has(uid))
  if (others.length === 0) return atHand
  return new Map([
    ...atHand,
    ...(await visit.reader.nodes(others)).map((node): [string, ContentNode] => [node.uid, node]),
  ])
}

/** Everything that summaries of some entries take, in at most two reads. */
export async function summaryContext(visit: Visit, entries: readonly FoundEntry[]): Promise<SummaryContext> {
  const asked = askedBy(entries, visit)
  const visible = await visibleEntries(visit, asked.uids)
  // Without a sort hits come in the order of creation.
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
  if (metadata.length === 0) return entries.map(entry => summarize(entry, context))
  return entries.map(entry => ({ ...summarize(entry, context), ...summaryMetadata(metadata, entry, context) }))
}

/**
 * The container's summary: the address alone for whoever may not View it (decisions, section 1). Of the site root
 * clients get five keys (rest-layer sheet, 1.1).
 */
export async function parentSummary(visit: Visit, lineage: readonly ContentNode[]): Promise<JsonObject> {
  const parent = lineage.at(-2)
  if (!parent) return {}
  const { environment, base, translate } = visit
  const containers = lineage.slice(0, -1)
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
