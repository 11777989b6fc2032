import type { ContentPayload } from '../../answers/content.js'
import type { Summary } from '../../answers/summary.js'
import type { CatalogQuery, Condition, SearchHit, Sort } from '../../content/store/catalog.js'
import { type Expansion, nothingExpanded } from '../run/expansion.js'
import { maxShortScan, openEach, scanMany } from '../run/openEach.js'
import type { ConvertItem, Listing, ListingInput } from '../run/operation.js'
import { principalsOf, type RequestContext, seenLineage } from '../run/requestContext.js'
import { withComponents } from './components/components.js'
import { searchAsEditor } from './editorSearch.js'
import { gatherForContent } from './gatherForContent.js'
import { presentGathered } from './presentContent.js'
import { summaries } from './summaries.js'

/** The maximum number of full objects per response (docs/content-and-access.md, Search, rule 5). */
const maxFullObjects = 100

/**
 * The maximum number of full objects for which a listing needs no permit for long tasks. Each object takes a few
 * milliseconds.
 */
const fewFullObjects = 10

interface ListingQuery {
  readonly where: readonly Condition[]
  readonly sort: readonly Sort[]
  /** The maximum number of items on all pages together. It does not affect the total in the payload. */
  readonly limit?: number
  /** Whether the caller chooses the conditions, which can then also match unreleased values of slots. */
  readonly isSearch?: true
}

const identity: ConvertItem = item => item

export async function listContent(
  context: RequestContext,
  query: ListingQuery,
  requested: ListingInput,
): Promise<Listing> {
  const { start, size: requestedSize } = requested.batch
  const size = requested.fullObjects ? Math.min(requestedSize, maxFullObjects) : requestedSize
  // The items of a normal page need little memory, so they are not converted to strings.
  const input =
    requested.fullObjects || requestedSize > maxShortScan ? requested : { ...requested, convertItem: identity }
  const { where, sort, limit = Number.MAX_SAFE_INTEGER } = query
  const pageSize = Math.max(0, Math.min(size, limit - start))
  const searchQuery = { principals: principalsOf(context), where, sort, start, size: pageSize }
  const list = input.fullObjects ? listFull : listShort
  const { total, items } =
    (query.isSearch ? await listForEditor(context, searchQuery, input) : null) ??
    (await list(context, searchQuery, input))
  return { total, items, batch: { start, size } }
}

type Query = CatalogQuery & { readonly size: number }
type ListedItems = Pick<Listing, 'items' | 'total'>

async function listForEditor(context: RequestContext, query: Query, input: ListingInput): Promise<ListedItems | null> {
  const page = await searchAsEditor(context, query)
  if (!page) return null
  const { fullObjects: isFull, expand = nothingExpanded, convertItem = identity, metadata } = input
  const items = isFull
    ? await fullObjects(context, page.items, { expand, convertItem })
    : (await summaries(context, page.items, metadata)).map(summary => convertItem(summary))
  return { total: page.total, items }
}

async function listFull(
  context: RequestContext,
  query: Query,
  { expand = nothingExpanded, convertItem }: ListingInput,
): Promise<ListedItems> {
  const { total, items } = await context.reader.search(query, context.task)
  return { total, items: await fullObjects(context, items, { expand, convertItem }) }
}

async function listShort(
  context: RequestContext,
  query: Query,
  { metadata, convertItem = identity }: ListingInput,
): Promise<ListedItems> {
  if (query.size <= maxShortScan) {
    const { total, items } = await context.reader.search(query, context.task)
    return { total, items: (await summaries(context, items, metadata)).map(summary => convertItem(summary)) }
  }
  const { total, chunks } = await scanMany(context, query)
  const items: Summary[] = []
  for await (const entries of inBatches(chunks)) {
    for (const summary of await summaries(context, entries, metadata)) items.push(convertItem(summary))
    if (context.task.isOver()) await context.task.next()
  }
  return { total, items }
}

/** The number of objects whose related data are loaded together. Most listings contain fewer objects. */
const batchSize = 1000

async function* inBatches(chunks: AsyncIterable<readonly SearchHit[]>): AsyncGenerator<readonly SearchHit[]> {
  let batch: SearchHit[] = []
  for await (const entries of chunks) {
    batch.push(...entries)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  yield batch
}

async function fullObjects(
  context: RequestContext,
  entries: readonly SearchHit[],
  { expand, convertItem = identity }: { readonly expand: Expansion; readonly convertItem: ListingInput['convertItem'] },
): Promise<readonly ContentPayload[]> {
  if (entries.length > fewFullObjects) context.task.expectLong()
  const lineages = (await openEach(context, entries)).map(([, lineage]) => lineage)
  const forms = new Map(lineages.map(lineage => [lineage, seenLineage(context, lineage)]))
  const gathered = await gatherForContent(context, [...forms.values()])
  const items: ContentPayload[] = []
  for (const [lineage, form] of forms) {
    if (context.task.isOver()) await context.task.next()
    const content = await presentGathered(context, form, gathered)
    items.push(convertItem(await withComponents(context, lineage, { content, expand })))
  }
  return items
}
