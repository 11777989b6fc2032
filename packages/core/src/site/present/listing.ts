import type { ContentPayload } from '../../answers/content.js'
import type { Summary } from '../../answers/summary.js'
import type { FoundEntry } from '../../content/store/catalog.js'
import type { CatalogQuery, Condition, Sort } from '../../content/store/catalogQuery.js'
import { type Expansion, nothingExpanded } from '../run/expansion.js'
import { openEach } from '../run/openEach.js'
import type { KeepItem, Listing, ListingInput } from '../run/operation.js'
import { few, scanMany } from '../run/scanMany.js'
import { principalsOf, type Visit } from '../run/visit.js'
import { withComponents } from './components/withComponents.js'
import { gatherForContent } from './gatherForContent.js'
import { presentGathered } from './presentContent.js'
import { summaries } from './summaries.js'

/** The maximum number of full objects in one answer (docs/content-and-access.md, Search, rule 5). */
const maxFullObjects = 100

/** Listings with more full objects count as long tasks, because each object takes a few milliseconds. */
const fewFullObjects = 10

export interface ListingQuery {
  readonly where: readonly Condition[]
  readonly sort: readonly Sort[]
  /** The maximum number of items over all pages; it does not change the total. */
  readonly limit?: number
}

const asItIs: KeepItem = item => item

/** A page of objects: summaries, or full payloads without their content. */
export async function listContent(visit: Visit, query: ListingQuery, given: ListingInput): Promise<Listing> {
  const { start, size: asked } = given.batch
  const size = given.fullObjects ? Math.min(asked, maxFullObjects) : asked
  // Not needed for a normal page, which takes little memory.
  const input = given.fullObjects || asked > few ? given : { ...given, keep: asItIs }
  const { where, sort, limit = Number.MAX_SAFE_INTEGER } = query
  const room = Math.max(0, Math.min(size, limit - start))
  const found = { principals: principalsOf(visit), where, sort, start, size: room }
  const { total, items } = input.fullObjects
    ? await listWhole(visit, found, input)
    : await listShort(visit, found, input)
  return { total, items, batch: { start, size } }
}

type Query = CatalogQuery & { readonly size: number }
type Listed = Pick<Listing, 'items' | 'total'>

async function listWhole(
  visit: Visit,
  query: Query,
  { expand = nothingExpanded, keep }: ListingInput,
): Promise<Listed> {
  const { total, items } = await visit.reader.search(query, visit.work)
  return { total, items: await fullObjects(visit, items, { expand, keep }) }
}

async function listShort(visit: Visit, query: Query, { metadata, keep = asItIs }: ListingInput): Promise<Listed> {
  if (query.size <= few) {
    const { total, items } = await visit.reader.search(query, visit.work)
    return { total, items: (await summaries(visit, items, metadata)).map(summary => keep(summary)) }
  }
  const { total, stretches } = await scanMany(visit, query)
  const items: Summary[] = []
  for await (const entries of inBatches(stretches)) {
    for (const summary of await summaries(visit, entries, metadata)) items.push(keep(summary))
    if (visit.work.isOver()) await visit.work.next()
  }
  return { total, items }
}

/** The number of objects whose related data is loaded in one batch; most listings are shorter. */
const batchSize = 1000

async function* inBatches(stretches: AsyncIterable<readonly FoundEntry[]>): AsyncGenerator<readonly FoundEntry[]> {
  let batch: FoundEntry[] = []
  for await (const entries of stretches) {
    batch.push(...entries)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  yield batch
}

async function fullObjects(
  visit: Visit,
  entries: readonly FoundEntry[],
  { expand, keep = asItIs }: { readonly expand: Expansion; readonly keep: ListingInput['keep'] },
): Promise<readonly ContentPayload[]> {
  if (entries.length > fewFullObjects) visit.work.expectLong()
  const lineages = (await openEach(visit, entries)).map(([, lineage]) => lineage)
  const gathered = await gatherForContent(visit, lineages)
  const items: ContentPayload[] = []
  for (const lineage of lineages) {
    if (visit.work.isOver()) await visit.work.next()
    const content = await presentGathered(visit, lineage, gathered)
    items.push(keep(await withComponents(visit, lineage, { content, expand })))
  }
  return items
}
