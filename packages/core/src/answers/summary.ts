import type { SummaryImage } from './images.js'
import type { SocialLink, TitledLink, TitledTerm } from './terms.js'

/** The keys that every summary has (docs/content-and-access.md, Summaries). Dates are ISO 8601 in UTC. */
export type SummaryKeys = {
  readonly '@id': string
  readonly '@type': string
  readonly Subject: readonly string[]
  readonly description: string
  /** 1969-12-31 when the object was never published. */
  readonly effective: string
  readonly end: string | null
  /** File size for display, such as `1.2 KB`. */
  readonly getObjSize: string
  /** Target of a link. */
  readonly getRemoteUrl: string | null
  readonly head_title: null
  /** Name of the field that contains the image; empty without an image. */
  readonly image_field: string
  /** Images by field name; each list contains one image. */
  readonly image_scales: Readonly<Record<string, readonly SummaryImage[]>> | null
  /** Content type of the file; `text/plain` if there is no file. */
  readonly mime_type: string
  readonly nav_title: string | null
  readonly review_state: string | null
  readonly start: string | null
  readonly title: string
  readonly type_title: string
  /** The states of the object, each as `workflow_id:state`. */
  readonly workflow_states: readonly string[]
}

/**
 * Keys in the summaries of slots (docs/schedule.md, Summaries of slots), presenters and sponsors. Absent for other types.
 */
export type EventSummaryKeys = {
  readonly UID: string
  readonly slot_category: string | null
  /** Rooms that the caller may see, in folder order. */
  readonly room: readonly TitledTerm[]
  /** Presenters that the caller may see. Absent for Slot, Break and Meeting, like the `session_` keys. */
  readonly presenters: readonly TitledLink[]
  /** The chosen rows of the event settings, in their order there; null when none was chosen. */
  readonly session_audience: readonly TitledTerm[] | null
  readonly session_language: readonly TitledTerm[] | null
  readonly session_level: readonly TitledTerm[] | null
  readonly session_track: readonly TitledTerm[] | null
  readonly social_links: readonly SocialLink[] | null
  /** The level of a sponsor: the id of the sponsor's container. */
  readonly level: string
}

/** Keys that `metadata_fields` adds by name; `_all` adds all of them. */
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
  /** 2499-12-31 when the object never expires. */
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
   * The id of the type. In a schedule, a list of one term, even without `metadata_fields`, except for Slot, Break and
   * Meeting.
   */
  readonly portal_type: string | readonly TitledTerm[]
}

/**
 * The short form of an object in listings, search results, slots, sponsors and relations. An embedder's behaviors can
 * add keys, which this type does not declare.
 */
export type Summary = SummaryKeys & Partial<Omit<EventSummaryKeys, 'level'>> & Partial<Omit<SummaryMetadata, 'UID'>>

/**
 * The `parent` of an object is the summary of its container, or five keys of it for the site root, or only `@id` if the
 * caller may not view the container. The `parent` of the site root itself has no keys.
 */
export type ParentSummary = Partial<Summary>
