import type { ContentNode } from '../content/node/node.js'
import type { CatalogQuery } from '../content/store/catalog.js'

interface EventSearch extends Pick<CatalogQuery, 'principals'>, Partial<Pick<CatalogQuery, 'where'>> {
  /**
   * The index that provides the sort key. Defaults to the position in the container. Objects with equal values are
   * sorted by creation time.
   */
  readonly sortedBy?: string
}

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
