import type { JsonObject } from '@plenum/core'

/** The internal field that stores imported values without a meaning in Plenum for a later export. */
export const preservedField = 'kept_from_plone'

export interface PreservedFromPlone {
  /**
   * Values of a version that a later export writes without changes: summaries of relation targets, and files whose
   * bytes are lost.
   */
  readonly told?: JsonObject
  /** Whether the object allows comments. Undefined if the object does not specify this. */
  readonly allow_discussion?: boolean
  /** The language of the object. It is exported if the type has no language field in Plenum. */
  readonly language?: string
  /** The value of `exportimport.constrains`: the types that can be added to a container. */
  readonly constrains?: JsonObject
}
