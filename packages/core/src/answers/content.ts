import type { BatchLinks } from './batches.js'
import type { ComponentPayloads } from './components.js'
import type { EventFields, PresenterFields, SessionFields, SponsorFields } from './eventFields.js'
import type { LockPayload } from './lock.js'
import type { PollFields, StockFields } from './stockFields.js'
import type { ParentSummary, Summary } from './summary.js'

/** A link to a component that is not included in the payload. */
export type ComponentLink = { readonly '@id': string }

/**
 * The keys that the payload of every object contains in addition to the fields (docs/content-and-access.md, Payload of
 * an object). Dates are in UTC (ISO 8601).
 */
export type ContentKeys = {
  /** A link for each component or, if `expand` lists the component, its payload. */
  readonly '@components': { readonly [Name in keyof ComponentPayloads]?: ComponentLink | ComponentPayloads[Name] }
  readonly '@id': string
  readonly '@type': string
  readonly UID: string
  readonly allow_discussion: boolean
  /** The last segment of the path, or `Plone` for the site root. */
  readonly id: string
  /** Whether objects of the type can contain other objects. */
  readonly is_folderish: boolean
  /** The name of the selected view. */
  readonly layout: string
  readonly lock: LockPayload
  readonly parent: ParentSummary
  readonly review_state: string | null
  readonly type_title: string
}

/**
 * The keys that depend on the type of the object or on the caller, or that are missing from the payload of the site
 * root.
 */
export type ContentOptions = {
  readonly created: string
  readonly modified: string
  readonly next_item: { readonly [key: string]: never }
  readonly previous_item: { readonly [key: string]: never }
  /** The version number, or `current` for the current object. */
  readonly version: string
  /** The workflow states of the object, each in the form `workflow_id:state`. */
  readonly workflow_states: readonly string[]
  /** The comment on the change (always an empty string). The key is included only for types with versions. */
  readonly changeNote: string
  /**
   * For a link, its target, which is included only for visitors. For a file, its download URL, which is included only
   * for callers who cannot modify the file.
   */
  readonly targetUrl: string | null
  /** A batch of the items in the container. The key is omitted if the payload does not list the items. */
  readonly items: readonly ListedItem[]
  readonly items_total: number
  /** The links between the batches. The key is omitted if one batch contains all items. */
  readonly batching: BatchLinks
  /**
   * The id of the item that is shown instead of the container. The key is omitted if no item is selected or the caller
   * cannot view the item.
   */
  readonly default_page: string
}

/**
 * The response to `GET {path}`: an object and its fields. A field is omitted if the type does not define it or the
 * caller cannot read it. This type declares only the fields of the shipped types, but payloads also contain the fields
 * of custom types.
 */
export type ContentPayload = ContentKeys &
  Partial<ContentOptions> &
  StockFields &
  PollFields &
  EventFields &
  SessionFields &
  PresenterFields &
  SponsorFields

/** An item of a listing: a full object if the request contains `fullobjects`, and otherwise a summary. */
export type ListedItem = Summary | ContentPayload
