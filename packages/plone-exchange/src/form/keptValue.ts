import type { JsonObject } from '@plenum/core'
import type { DefaultPage } from './exportForm.js'

/** The hidden value of an object that keeps what an export said of it and we have no use for: for the way back. */
export const keptField = 'kept_from_plone'

/** The value of `keptField`. */
export interface KeptFromPlone {
  /** Values of a version in the form in which it told them: what its relations led to, and files whose bytes are lost. */
  readonly told?: JsonObject
  /** The page that a container shows in place of itself. */
  readonly default_page?: DefaultPage
  /** Whether the object may be discussed, where it says so itself. */
  readonly allow_discussion?: boolean
  /** The language of an object whose type has none here; that of the object where it has one. */
  readonly language?: string
  /** `exportimport.constrains`: the types that may be added to a container. */
  readonly constrains?: JsonObject
}
