import type { JsonObject } from '@plenum/core'

/** The hidden value of an object that preserves imported values that have no meaning in Plenum, for a later export. */
export const preservedField = 'kept_from_plone'

/** The value of `preservedField`. */
export interface PreservedFromPlone {
  /**
   * Values of a version that a later export writes unchanged: summaries of relation targets, and files whose bytes are
   * lost.
   */
  readonly told?: JsonObject
  /** Whether the object allows comments, or undefined if the object does not specify this. */
  readonly allow_discussion?: boolean
  /** The language of the object, which is exported if the type of the object has no language field in Plenum. */
  readonly language?: string
  /** The value of `exportimport.constrains`: the types that can be added to a container. */
  readonly constrains?: JsonObject
}
