import type { BatchLinks } from './batches.js'
import type { ComponentPayloads } from './components.js'
import type { EventFields, PresenterFields, SessionFields, SponsorFields } from './eventFields.js'
import type { LockPayload } from './lock.js'
import type { PollFields, StockFields } from './stockFields.js'
import type { ParentSummary, Summary } from './summary.js'

/** The link to a component that has not been expanded. */
export type ComponentLink = { readonly '@id': string }

/**
 * The keys of every object in addition to its fields (docs/content-and-access.md, Payload of an object). Dates are in
 * UTC (ISO 8601).
 */
export type ContentKeys = {
  /** The links to components, or the payloads of the components listed in `expand`. */
  readonly '@components': { readonly [Name in keyof ComponentPayloads]?: ComponentLink | ComponentPayloads[Name] }
  readonly '@id': string
  readonly '@type': string
  readonly UID: string
  readonly allow_discussion: boolean
  /** The last segment of the path, or `Plone` for the site root. */
  readonly id: string
  /** Whether the type can contain objects. */
  readonly is_folderish: boolean
  /** The name of the selected view. */
  readonly layout: string
  readonly lock: LockPayload
  readonly parent: ParentSummary
  readonly review_state: string | null
  readonly type_title: string
}

/** The keys that depend on the type or the caller, or that the payload of the site root does not contain. */
export type ContentOptions = {
  readonly created: string
  readonly modified: string
  readonly next_item: { readonly [key: string]: never }
  readonly previous_item: { readonly [key: string]: never }
  /** The version number, or `current` for the current object. */
  readonly version: string
  /** The states of the object, each as `workflow_id:state`. */
  readonly workflow_states: readonly string[]
  /** The comment on the change, which is always empty. This key is present only for types with versions. */
  readonly changeNote: string
  /** The target of a link (for visitors), or the download URL of a file (for callers who cannot modify the file). */
  readonly targetUrl: string | null
  /** A page of the objects in the container. Absent if the objects are not listed. */
  readonly items: readonly ListedItem[]
  readonly items_total: number
  /** The links to the pages. Absent if one page contains all items. */
  readonly batching: BatchLinks
  /**
   * The id of the item that pages show instead of the container. Absent if no item is selected or the caller cannot
   * view the item.
   */
  readonly default_page: string
}

/**
 * `GET {path}`: an object and its fields. A field is absent if the type does not define it or the caller cannot read
 * it. This type declares the fields of the shipped types. The fields of custom types are additional, undeclared keys.
 */
export type ContentPayload = ContentKeys &
  Partial<ContentOptions> &
  StockFields &
  PollFields &
  EventFields &
  SessionFields &
  PresenterFields &
  SponsorFields

/** An item of a listing: a full object if the request contains `fullobjects`, or else a summary. */
export type ListedItem = Summary | ContentPayload
