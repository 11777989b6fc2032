import type { SummaryImage } from './images.js'
import type { SocialLink, TitledLink, TitledTerm } from './terms.js'

/** The keys that every summary contains (docs/content-and-access.md, Summaries). Dates are in UTC (ISO 8601). */
export type SummaryKeys = {
  readonly '@id': string
  readonly '@type': string
  readonly Subject: readonly string[]
  readonly description: string
  /** The publication date, or 1969-12-31 if the object has never been published. */
  readonly effective: string
  readonly end: string | null
  /** The size of the file for display, such as `1.2 KB`. */
  readonly getObjSize: string
  /** The target of a link. */
  readonly getRemoteUrl: string | null
  readonly head_title: null
  /** The name of the field that contains the image, or an empty string if there is no image. */
  readonly image_field: string
  /** The images by field name. Each list contains one image. */
  readonly image_scales: Readonly<Record<string, readonly SummaryImage[]>> | null
  /** The media type of the file, or `text/plain` if there is no file. */
  readonly mime_type: string
  readonly nav_title: string | null
  readonly review_state: string | null
  readonly start: string | null
  readonly title: string
  readonly type_title: string
  /** The workflow states of the object, each in the form `workflow_id:state`. */
  readonly workflow_states: readonly string[]
}

/** Additional keys in the summaries of slots (docs/schedule.md, Summaries of slots), presenters and sponsors. */
export type EventSummaryKeys = {
  readonly UID: string
  readonly slot_category: string | null
  /** The rooms that the caller can view, in the order of the container. */
  readonly room: readonly TitledTerm[]
  /**
   * The presenters that the caller can view. Like the `session_` keys, this key is omitted for the types Slot, Break
   * and Meeting.
   */
  readonly presenters: readonly TitledLink[]
  /** The selected rows of the event settings, in the order of the settings, or null if no row is selected. */
  readonly session_audience: readonly TitledTerm[] | null
  readonly session_language: readonly TitledTerm[] | null
  readonly session_level: readonly TitledTerm[] | null
  readonly session_track: readonly TitledTerm[] | null
  readonly social_links: readonly SocialLink[] | null
  /** The delay of a slot in minutes. The key is included only for types with the `plenum.slot_state` behavior. */
  readonly delay: number | null
  /** The level of a sponsor: the id of the container of the sponsor. */
  readonly level: string
}

/** The keys that clients can request with `metadata_fields`. `_all` requests all keys. */
export type SummaryMetadata = {
  readonly CreationDate: string
  readonly Creator: string | null
  readonly Date: string
  readonly Description: string | null
  readonly EffectiveDate: string
  readonly ExpirationDate: string
  readonly ModificationDate: string
  readonly Title: string | null
  readonly Type: string
  readonly UID: string
  readonly block_types: readonly string[] | null
  readonly created: string | null
  readonly exclude_from_nav: boolean | null
  /** The expiry date, or 2499-12-31 if the object never expires. */
  readonly expires: string
  readonly getIcon: boolean
  readonly getId: string
  readonly getPath: string
  readonly getURL: string
  readonly hasPreviewImage: boolean
  readonly id: string
  readonly is_folderish: boolean
  readonly level: string | null
  readonly listCreators: readonly string[] | null
  readonly location: string | null
  readonly modified: string | null
  /**
   * The id of the type. In schedules, the summaries of all types except Slot, Break and Meeting always contain this
   * key, as a list with one term.
   */
  readonly portal_type: string | readonly TitledTerm[]
}

/**
 * The summary of an object in listings, search results, slots, sponsors and relations. Summaries can also contain keys
 * that the behaviors of an application add.
 */
export type Summary = SummaryKeys & Partial<Omit<EventSummaryKeys, 'level'>> & Partial<Omit<SummaryMetadata, 'UID'>>

/**
 * The summary of an object's container. It contains only five keys if the container is the site root, and only `@id` if
 * the caller cannot view the container. For the site root, which has no container, the summary is empty.
 */
export type ParentSummary = Partial<Summary>
