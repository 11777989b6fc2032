import type { ContentNode } from '../content/node/node.js'
import type { CatalogQuery } from '../content/store/catalog.js'

/** The principals of the caller and, optionally, additional conditions for the objects. */
interface EventSearch extends Pick<CatalogQuery, 'principals'>, Partial<Pick<CatalogQuery, 'where'>> {
  /** The index to sort by; by default the position in the container. Ties are sorted by creation. */
  readonly sortedBy?: string
}

/** A query for the objects of the given types in an event that the caller may see. */
export const eventQuery = (
  types: readonly string[],
  event: ContentNode,
  { principals, sortedBy = 'position', where = [] }: EventSearch,
): CatalogQuery => ({
  principals,
  where: [
    { kind: 'any', index: 'portal_type', values: types },
    { kind: 'any', index: 'event_root', values: [event.uid] },
    ...where,
  ],
  sort: [{ by: sortedBy, descending: false }],
})
