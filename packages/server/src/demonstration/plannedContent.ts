import type { JsonObject } from '@plenum/core'
import type { Picture } from './pictures.js'

/** An object of the demonstration, with its children. */
export interface PlannedContent {
  readonly type: string
  /** Short name: the last part of the path. */
  readonly id: string
  readonly title: string
  readonly description?: string
  /** The paragraphs of a page, in plain text. */
  readonly paragraphs?: readonly string[]
  /** Blocks below the paragraphs. */
  readonly blocks?: readonly JsonObject[]
  /** The subject of its picture; a level links to an image, other objects contain it. */
  readonly picture?: Picture
  /** Further fields, in the format of the REST API. */
  readonly fields?: JsonObject
  /** True: the object stays in its initial state and is not published. */
  readonly isPrivate?: boolean
  /** The transition that publishes it; `publish` by default. */
  readonly publishedBy?: string
  readonly items?: readonly PlannedContent[]
}

/** Properties of a session that the schedule format lacks: other types, and further fields. */
export type SessionDetails = Partial<Pick<PlannedContent, 'type' | 'fields' | 'isPrivate'>>
