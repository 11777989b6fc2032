import type { SearchHit } from '../../../content/store/catalog.js'
import type { IncomingObject } from './incomingSite.js'

export interface PlannedObject extends Pick<IncomingObject, 'uid' | 'path' | 'type' | 'position'> {
  readonly isKnownType: boolean
  /** The UID of the container, or null if the container is not imported. */
  readonly container: string | null
}

export type Present = Pick<SearchHit, 'uid' | 'path' | 'type'>

export interface Surroundings {
  /** The existing objects whose UID is the UID of an imported object, by UID. */
  readonly present: ReadonlyMap<string, Present>
  /** The existing objects at the paths of imported objects and their containers, by path. */
  readonly at: ReadonlyMap<string, Present>
}
