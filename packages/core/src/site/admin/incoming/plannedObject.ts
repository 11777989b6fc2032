import type { SearchHit } from '../../../content/store/catalog.js'
import type { IncomingObject } from './incomingSite.js'

export interface PlannedObject extends Pick<IncomingObject, 'uid' | 'path' | 'type' | 'position'> {
  readonly isKnownType: boolean
  /** The UID of the container, or null if the container is not imported. */
  readonly container: string | null
}

export type Present = Pick<SearchHit, 'uid' | 'path' | 'type'>

export interface Surroundings {
  /** The existing objects with the UIDs of imported objects. */
  readonly present: ReadonlyMap<string, Present>
  /** The existing objects at the paths of imported objects and their containers. */
  readonly at: ReadonlyMap<string, Present>
}
