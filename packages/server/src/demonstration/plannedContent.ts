import type { JsonObject } from '@plenum/core'
import type { Picture } from './pictures.js'

/** An object that the demonstration makes, with everything inside it. */
export interface PlannedContent {
  readonly type: string
  /** Short name: the last part of the path. */
  readonly id: string
  readonly title: string
  readonly description?: string
  /** What a page says, in plain text. */
  readonly paragraphs?: readonly string[]
  /** Blocks below what it says. */
  readonly blocks?: readonly JsonObject[]
  /** What its picture shows; a level links to an image, others have one of their own. */
  readonly picture?: Picture
  /** Further fields, as the REST interface takes them. */
  readonly fields?: JsonObject
  /** Left in its first state in place of being published. */
  readonly isPrivate?: boolean
  /** The transition by which it comes to be seen by all; `publish` when it is left out. */
  readonly publishedBy?: string
  readonly items?: readonly PlannedContent[]
}

/** What a file of a programme has no place for: the type where the file knows no such, and fields of our own. */
export type SessionDetails = Partial<Pick<PlannedContent, 'type' | 'fields' | 'isPrivate'>>
