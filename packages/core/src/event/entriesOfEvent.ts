import type { VocabularySource } from '../content/model/vocabulary.js'
import type { ContentNode } from '../content/node/node.js'
import type { FoundEntry } from '../content/store/catalog.js'
import type { Condition } from '../content/store/catalogQuery.js'
import { collect } from '../foundation/turns.js'

export interface EventSearch extends Pick<VocabularySource, 'reader' | 'principals' | 'turn'> {
  /** An index; the position in the container when it is left out. What ties comes in the order of creation. */
  readonly sortedBy?: string
  /** What else they have to be. */
  readonly where?: readonly Condition[]
}

/** Objects of some types that belong to an event, as far as they are seen. */
export async function entriesOfEvent(
  types: readonly string[],
  event: ContentNode,
  { reader, principals, turn, sortedBy = 'position', where = [] }: EventSearch,
): Promise<readonly FoundEntry[]> {
  const { stretches } = await reader.scan({
    principals,
    where: [
      { kind: 'any', index: 'portal_type', values: types },
      { kind: 'any', index: 'event_root', values: [event.uid] },
      ...where,
    ],
    sort: [{ by: sortedBy, descending: false }],
  })
  return collect(stretches, turn)
}
