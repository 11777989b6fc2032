import type { ContentNode } from '../content/node/node.js'
import type { CatalogQuery, Condition, SearchHit } from '../content/store/catalog.js'
import { scheduleStates } from './eventSettings.js'
import { showsReleases } from './releases.js'

interface SlotSearch extends Pick<CatalogQuery, 'principals' | 'where'> {
  readonly types: readonly string[]
}

const shownSlots = (event: ContentNode): readonly Condition[] => [
  { kind: 'any', index: 'review_state', values: scheduleStates(event) },
  { kind: 'range', index: 'start', min: null, max: null },
]

export function isShownSlot(event: ContentNode): (hit: Pick<SearchHit, 'columns'>) => boolean {
  if (!showsReleases(event)) return () => true
  const states = scheduleStates(event)
  return ({ columns }) => typeof columns.start === 'number' && states.includes(String(columns.review_state))
}

/**
 * Returns a query for the slots that the schedule of an event may show (docs/schedule.md, Slots). Callers must filter
 * the hits with `isShownSlot`, because the query can also find other slots.
 */
export const slotQuery = (event: ContentNode, { types, principals, where }: SlotSearch): CatalogQuery => ({
  principals,
  where: [
    { kind: 'any', index: 'event_root', values: [event.uid] },
    { kind: 'any', index: 'portal_type', values: types },
    // If the event shows releases, the indexes contain released values, so `isShownSlot` filters the hits by the state
    // in their columns.
    ...(showsReleases(event) ? [] : shownSlots(event)),
    ...where,
  ],
})
