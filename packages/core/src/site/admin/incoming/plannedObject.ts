import type { SearchHit } from '../../../content/store/catalog.js'
import type { IncomingObject } from './incomingSite.js'

export interface PlannedObject extends Pick<IncomingObject, 'uid' | 'path' | 'type' | 'position'> {
  readonly isKnownType: boolean
  /** The UID of the container, if it is also imported. */
  readonly container: string | null
}

export type Present = Pick<SearchHit, 'uid' | 'path' | 'type'>

export interface Surroundings {
  /** The existing objects with the UIDs of imported objects. */
  readonly present: ReadonlyMap<string, Present>
  /** The existing objects at the paths of imported objects and of their containers. */
  readonly at: ReadonlyMap<string, Present>
}
