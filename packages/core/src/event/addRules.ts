import { hasBehavior, type RegisteredType } from '../content/model/model.js'
import type { Lineage } from '../content/node/node.js'
import { eventRootOf, eventType, supportsMultipleEvents } from './eventRoot.js'
import { scheduleBehavior } from './slotBehaviors.js'

export const sponsorsDatabaseType = 'SponsorsDB'

/** The types that pages can contain, but only inside an event. */
const partsOfEvents = ['Venue', 'Presenter', 'Schedule', sponsorsDatabaseType]

/**
 * The reasons for refusing an addition. `not-here` means that the container never accepts the type, and `not-allowed`
 * means that it does not currently accept the type.
 */
export type AddRefusal = 'not-here' | 'not-allowed'

export interface AddRequest {
  readonly type: RegisteredType
  readonly lineage: Lineage
  /** Whether the event already contains a sponsors database, even if the caller cannot view it. */
  readonly hasSponsorsDatabase: boolean
}

/**
 * Returns the reason why the event rules do not allow an object to be added, or null if they allow it
 * (docs/schedule.md, Allowed types).
 */
export function addRefusal({ type, lineage, hasSponsorsDatabase }: AddRequest): AddRefusal | null {
  if (type.id === eventType) return canHoldEvent(lineage) ? null : 'not-here'
  if (type.id === sponsorsDatabaseType && hasSponsorsDatabase) return 'not-allowed'
  const needsEvent = partsOfEvents.includes(type.id) || hasBehavior(type, scheduleBehavior)
  return needsEvent && !eventRootOf(lineage) ? 'not-allowed' : null
}

const canHoldEvent = (lineage: Lineage): boolean =>
  supportsMultipleEvents(lineage) && !lineage.some(node => node.type === eventType)
