import type { JsonObject } from '@plenum/core'
import type { Picture } from './pictures.js'

/** An object of the demonstration, with the objects inside it. */
export interface PlannedContent {
  readonly type: string
  /** Short name: the last part of the path. */
  readonly id: string
  readonly title: string
  readonly description?: string
  /** The paragraphs of a page, in plain text. */
  readonly paragraphs?: readonly string[]
  /** Blocks below what it says. */
  readonly blocks?: readonly JsonObject[]
  /** What its picture shows; a level links to an image, others have one of their own. */
  readonly picture?: Picture
  /** Further fields, in the form of the REST API. */
  readonly fields?: JsonObject
  /** True: the object stays in its initial state and is not published. */
  readonly isPrivate?: boolean
  /** The transition that makes it public; `publish` by default. */
  readonly publishedBy?: string
  readonly items?: readonly PlannedContent[]
}

/** Properties of a session that the file format of programmes does not have: other types, and further fields. */
export type SessionDetails = Partial<Pick<PlannedContent, 'type' | 'fields' | 'isPrivate'>>
