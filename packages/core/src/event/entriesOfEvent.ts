import type { VocabularySource } from '../content/model/vocabulary.js'
import type { ContentNode } from '../content/node/node.js'
import type { Condition, SearchHit } from '../content/store/catalog.js'
import { collect } from '../foundation/scheduler.js'

export interface EventSearch extends Pick<VocabularySource, 'reader' | 'principals' | 'slice'> {
  /** The index to sort by; by default the position in the container. Ties are sorted by creation. */
  readonly sortedBy?: string
  /** Further conditions for the objects. */
  readonly where?: readonly Condition[]
}

/** The objects of the given types in an event that the caller may see. */
export async function entriesOfEvent(
  types: readonly string[],
  event: ContentNode,
  { reader, principals, slice, sortedBy = 'position', where = [] }: EventSearch,
): Promise<readonly SearchHit[]> {
  const { chunks } = await reader.scan({
    principals,
    where: [
      { kind: 'any', index: 'portal_type', values: types },
      { kind: 'any', index: 'event_root', values: [event.uid] },
      ...where,
    ],
    sort: [{ by: sortedBy, descending: false }],
  })
  return collect(chunks, slice)
}
