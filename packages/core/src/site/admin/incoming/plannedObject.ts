import type { SearchHit } from '../../../content/store/catalog.js'
import type { IncomingObject } from './incomingSite.js'

/**
 * The part of an imported object that remains in memory. It is small, so that the parts of all objects fit into memory.
 */
export interface PlannedObject extends Pick<IncomingObject, 'uid' | 'path' | 'type' | 'position'> {
  readonly isKnownType: boolean
  /** The UID of the container, if the container is imported too. */
  readonly container: string | null
}

/** An existing object. */
export type Present = Pick<SearchHit, 'uid' | 'path' | 'type'>

export interface Surroundings {
  /** The existing objects with an imported UID, by UID. */
  readonly present: ReadonlyMap<string, Present>
  /** The existing objects at the imported paths and at the paths of their containers, by path. */
  readonly at: ReadonlyMap<string, Present>
}
