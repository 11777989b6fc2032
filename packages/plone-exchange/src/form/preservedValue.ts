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
  /** Whether the object allows comments; undefined if the object does not specify it. */
  readonly allow_discussion?: boolean
  /** The language of an object whose type has no language field in Plenum; otherwise the language of the object. */
  readonly language?: string
  /** The value of `exportimport.constrains`: the types that can be added to a container. */
  readonly constrains?: JsonObject
}
