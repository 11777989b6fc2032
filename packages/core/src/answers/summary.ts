import type { SummaryImage } from './images.js'
import type { SocialLink, TitledLink, TitledTerm } from './terms.js'

/** The keys that every summary contains (docs/content-and-access.md, Summaries). Dates are ISO 8601 in UTC. */
export type SummaryKeys = {
  readonly '@id': string
  readonly '@type': string
  readonly Subject: readonly string[]
  readonly description: string
  /** The publication date; 1969-12-31 if the object has never been published. */
  readonly effective: string
  readonly end: string | null
  /** The size of the file for display, such as `1.2 KB`. */
  readonly getObjSize: string
  /** The target of a link. */
  readonly getRemoteUrl: string | null
  readonly head_title: null
  /** The name of the field that contains the image; empty if there is no image. */
  readonly image_field: string
  /** The images by field name; each list contains one image. */
  readonly image_scales: Readonly<Record<string, readonly SummaryImage[]>> | null
  /** The content type of the file; `text/plain` if there is no file. */
  readonly mime_type: string
  readonly nav_title: string | null
  readonly review_state: string | null
  readonly start: string | null
  readonly title: string
  readonly type_title: string
  /** The states of the object, each as `workflow_id:state`. */
  readonly workflow_states: readonly string[]
}

/** The additional keys in the summaries of slots (docs/schedule.md, Summaries of slots), presenters and sponsors. */
export type EventSummaryKeys = {
  readonly UID: string
  readonly slot_category: string | null
  /** The rooms that the caller may see, in folder order. */
  readonly room: readonly TitledTerm[]
  /** The presenters that the caller may see. Absent for Slot, Break and Meeting, like the `session_` keys. */
  readonly presenters: readonly TitledLink[]
  /** The chosen rows of the event settings, in the order of the settings; null if none has been chosen. */
  readonly session_audience: readonly TitledTerm[] | null
  readonly session_language: readonly TitledTerm[] | null
  readonly session_level: readonly TitledTerm[] | null
  readonly session_track: readonly TitledTerm[] | null
  readonly social_links: readonly SocialLink[] | null
  /** The delay of a slot in minutes; only for types with `plenum.slot_state`. */
  readonly delay: number | null
  /** The level of a sponsor: the id of the sponsor's container. */
  readonly level: string
}

/** The keys that `metadata_fields` adds by name; the value `_all` adds all of them. */
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
  /** The expiry date; 2499-12-31 if the object never expires. */
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
   * The id of the type. In a schedule, the key is a list of one term, even without `metadata_fields`, except for Slot,
   * Break and Meeting.
   */
  readonly portal_type: string | readonly TitledTerm[]
}

/**
 * The short form of an object in listings, search results, slots, sponsors and relations. An embedder's behaviors can
 * add keys, which this type does not declare.
 */
export type Summary = SummaryKeys & Partial<Omit<EventSummaryKeys, 'level'>> & Partial<Omit<SummaryMetadata, 'UID'>>

/**
 * The `parent` of an object: the summary of its container, five keys of this summary if the container is the site root,
 * or only `@id` if the caller may not view the container. The `parent` of the site root itself is empty.
 */
export type ParentSummary = Partial<Summary>
