import type { JsonObject } from '@plenum/core'

export const preservedField = 'kept_from_plone'

export interface PreservedFromPlone {
  /**
   * The values of a version that a later export must write unchanged: summaries of relation targets, and the
   * descriptions of files whose bytes are lost.
   */
  readonly told?: JsonObject
  readonly allow_discussion?: boolean
  /** The language of the object, which is exported if the type has no language field in Plenum. */
  readonly language?: string
  /** The value of `exportimport.constrains`: the types that can be added to a container. */
  readonly constrains?: JsonObject
}
