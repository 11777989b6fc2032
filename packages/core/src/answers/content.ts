import type { BatchLinks } from './batches.js'
import type { ComponentPayloads } from './components.js'
import type { EventFields, PresenterFields, SessionFields, SponsorFields } from './eventFields.js'
import type { LockPayload } from './lock.js'
import type { PollFields, StockFields } from './stockFields.js'
import type { ParentSummary, Summary } from './summary.js'

/** The address of a component that was not expanded. */
export type ComponentLink = { readonly '@id': string }

/**
 * Keys of every object that are no fields (docs/content-and-access.md, Payload of an object). Dates are ISO 8601 in
 * UTC. `UID`, `@id` and the like never change their form; keys that can be absent say when.
 */
export type ContentKeys = {
  /** Links, or payloads of the components that `expand` names. */
  readonly '@components': { readonly [Name in keyof ComponentPayloads]?: ComponentLink | ComponentPayloads[Name] }
  readonly '@id': string
  readonly '@type': string
  readonly UID: string
  readonly allow_discussion: boolean
  /** Last part of the path; `Plone` for the site root. */
  readonly id: string
  /** Whether the type can contain objects. */
  readonly is_folderish: boolean
  /** Name of the view. */
  readonly layout: string
  readonly lock: LockPayload
  readonly parent: ParentSummary
  readonly review_state: string | null
  readonly type_title: string
}

/** Keys that the site root lacks, or that depend on type and caller. */
export type ContentOptions = {
  readonly created: string
  readonly modified: string
  readonly next_item: { readonly [key: string]: never }
  readonly previous_item: { readonly [key: string]: never }
  /** Number of the version; `current` for the object as it is. */
  readonly version: string
  /** Each as `workflow_id:state`. */
  readonly workflow_states: readonly string[]
  /** Of types with versions. */
  readonly changeNote: string
  /** Of a link for visitors, its target; of a file for callers who may not modify it, its download. */
  readonly targetUrl: string | null
  /** A page of the objects inside; absent when they are not listed. */
  readonly items: readonly ListedItem[]
  readonly items_total: number
  /** Absent when one page has all items. */
  readonly batching: BatchLinks
}

/**
 * `GET {path}`: an object with its fields. A field is absent when the type lacks it or the caller may not read it. This
 * type names the fields of the shipped types; those of an embedder are further keys, which it does not name.
 */
export type ContentPayload = ContentKeys &
  Partial<ContentOptions> &
  StockFields &
  PollFields &
  EventFields &
  SessionFields &
  PresenterFields &
  SponsorFields

/** An item of a listing: with `fullobjects` a whole object, otherwise a summary. */
export type ListedItem = Summary | ContentPayload
