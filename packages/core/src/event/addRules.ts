import type { RegisteredType } from '../content/model/model.js'
import { hasBehavior } from '../content/model/registry.js'
import type { Lineage } from '../content/node/lineage.js'
import { eventRootOf, eventType, supportsMultipleEvents } from './eventRoot.js'
import { scheduleBehavior } from './slotBehaviors.js'

export const sponsorsDatabaseType = 'SponsorsDB'

/** Types that make no sense outside an event, though a page may hold them. */
const partsOfEvents = ['Venue', 'Presenter', 'Schedule', sponsorsDatabaseType]

/** `not-here`: the container takes no such type. `not-allowed`: nobody may add it here at the moment. */
export type AddRefusal = 'not-here' | 'not-allowed'

export interface Adding {
  readonly type: RegisteredType
  /** Of the container. */
  readonly lineage: Lineage
  /** Whether the event that the container belongs to has a sponsors database, seen by the caller or not. */
  readonly hasSponsorsDatabase: boolean
}

/** What events say against adding an object (docs/schedule.md, What may be added where); null when nothing. */
export function addRefusal({ type, lineage, hasSponsorsDatabase }: Adding): AddRefusal | null {
  if (type.id === eventType) return canHoldEvent(lineage) ? null : 'not-here'
  if (type.id === sponsorsDatabaseType && hasSponsorsDatabase) return 'not-allowed'
  const needsEvent = partsOfEvents.includes(type.id) || hasBehavior(type, scheduleBehavior)
  return needsEvent && !eventRootOf(lineage) ? 'not-allowed' : null
}

function canHoldEvent(lineage: Lineage): boolean {
  return supportsMultipleEvents(lineage) && !lineage.some(node => node.type === eventType)
}
