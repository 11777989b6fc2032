import type { FoundEntry } from '../content/catalog.js'
import type { Condition, Sort } from '../content/catalogQuery.js'
import type { JsonObject } from '../foundation/json.js'
import { expanded } from './expand.js'
import type { Batch, Listing, ListingInput } from './operation.js'
import { presentContent } from './presentContent.js'
import { summaries } from './summaries.js'
import { sightOf, type Visit } from './visit.js'

/** Objects as a listing gives them: summaries, or whole payloads without what is inside them. */
async function presentEntries(
  visit: Visit,
  entries: readonly FoundEntry[],
  input: ListingInput,
): Promise<readonly JsonObject[]> {
  if (!input.fullObjects) return summaries(visit, entries, input.metadata)
  const lineages = await Promise.all(entries.map(({ path }) => visit.reader.open(path)))
  const { expand = [] } = input
  return Promise.all(
    lineages.map(async ({ lineage }) =>
      expanded(visit, lineage, { content: await presentContent(visit, lineage), expand }),
    ),
  )
}

export interface ListingQuery {
  readonly where: readonly Condition[]
  readonly sort: readonly Sort[]
  /** Cuts the items, not the total. */
  readonly limit?: number
}

export async function listContent(visit: Visit, query: ListingQuery, input: ListingInput): Promise<Listing> {
  const { start, size } = limited(input.batch, query.limit)
  const { items, total } = await visit.reader.search({
    sight: sightOf(visit),
    where: query.where,
    sort: query.sort,
    start,
    size,
  })
  return { total, items: await presentEntries(visit, items, input) }
}

function limited({ start, size }: Batch, limit = Number.MAX_SAFE_INTEGER): Batch {
  return { start, size: Math.max(0, Math.min(size, limit - start)) }
}
