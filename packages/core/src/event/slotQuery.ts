import type { ContentNode } from '../content/node/node.js'
import type { CatalogQuery } from '../content/store/catalog.js'
import { scheduleStates } from './eventSettings.js'

interface SlotSearch extends Pick<CatalogQuery, 'principals' | 'where'> {
  /** The types of slots. */
  readonly types: readonly string[]
}

/** A query for the scheduled slots of an event in the states that the schedule shows (docs/schedule.md, Slots). */
export const slotQuery = (event: ContentNode, { types, principals, where }: SlotSearch): CatalogQuery => ({
  principals,
  where: [
    { kind: 'any', index: 'event_root', values: [event.uid] },
    { kind: 'any', index: 'portal_type', values: types },
    { kind: 'any', index: 'review_state', values: scheduleStates(event) },
    { kind: 'range', index: 'start', min: null, max: null },
    ...where,
  ],
})
