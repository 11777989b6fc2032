import type { FoundEntry } from '../content/catalog.js'
import type { CatalogQuery, Condition, Sort } from '../content/catalogQuery.js'
import type { ContentNode } from '../content/node.js'
import type { JsonObject } from '../foundation/json.js'
import { collect } from '../foundation/turns.js'
import { expanded } from './expand.js'
import { gatherForContent } from './gatherForContent.js'
import type { Listing, ListingInput } from './operation.js'
import { presentGathered } from './presentContent.js'
import { few, scanMany } from './scanMany.js'
import { summaries } from './summaries.js'
import { sightOf, type Visit } from './visit.js'

/** Full objects in one answer, whatever was asked for (decisions, section 9). */
const maxFullObjects = 100

/** Each takes some milliseconds. */
const fewFullObjects = 10

export interface ListingQuery {
  readonly where: readonly Condition[]
  readonly sort: readonly Sort[]
  /** Cuts the items, not the total. */
  readonly limit?: number
}

/** Objects as a listing gives them: summaries, or whole payloads without what is inside them. */
export async function listContent(visit: Visit, query: ListingQuery, input: ListingInput): Promise<Listing> {
  const { start, size: asked } = input.batch
  const size = input.fullObjects ? Math.min(asked, maxFullObjects) : asked
  const { where, sort, limit = Number.MAX_SAFE_INTEGER } = query
  const room = Math.max(0, Math.min(size, limit - start))
  const { total, items } = await findEntries(visit, { sight: sightOf(visit), where, sort, start, size: room })
  const presented = input.fullObjects
    ? await fullObjects(visit, items, input.expand ?? [])
    : await summaries(visit, items, input.metadata)
  return { total, items: presented, batch: { start, size } }
}

async function findEntries(
  visit: Visit,
  query: CatalogQuery & { readonly size: number },
): Promise<{ readonly total: number; readonly items: readonly FoundEntry[] }> {
  if (query.size <= few) return visit.reader.search(query)
  const { total, stretches } = await scanMany(visit, query)
  return { total, items: await collect(stretches, visit.work) }
}

async function fullObjects(
  visit: Visit,
  entries: readonly FoundEntry[],
  expand: readonly string[],
): Promise<readonly JsonObject[]> {
  if (entries.length > fewFullObjects) visit.work.expectLong()
  const lineages: (readonly ContentNode[])[] = []
  for (const { path } of entries) {
    if (visit.work.isOver()) await visit.work.next()
    lineages.push((await visit.reader.open(path)).lineage)
  }
  const gathered = await gatherForContent(visit, lineages)
  const items: JsonObject[] = []
  for (const lineage of lineages) {
    if (visit.work.isOver()) await visit.work.next()
    const content = await presentGathered(visit, lineage, gathered)
    items.push(await expanded(visit, lineage, { content, expand }))
  }
  return items
}
