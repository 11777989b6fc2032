import type { JsonObject } from '../foundation/json.js'
import type { FileValue, ImageValue } from './images.js'
import type { PollOption } from './poll.js'
import type { Summary } from './summary.js'
import type { TitledTerm } from './terms.js'

/** Sanitized HTML, or plain text (docs/content-and-access.md, HTML in fields). */
export type RichTextValue = {
  readonly data: string
  readonly 'content-type': string
  readonly encoding: string
}

/** A value and its title, or only the value if the vocabulary no longer contains it. */
export type ChosenTerm = TitledTerm | string

/**
 * The fields of the shipped behaviors and types (docs/content-and-access.md, Types and behaviors). Dates are in UTC
 * (ISO 8601).
 */
export type StockFields = {
  readonly title?: string | null
  readonly description?: string | null
  readonly subjects?: readonly string[] | null
  readonly language?: ChosenTerm | null
  /** The publication date, or null if the object has never been published. */
  readonly effective?: string | null
  /** The expiry date, or null if the object never expires. */
  readonly expires?: string | null
  readonly creators?: readonly string[] | null
  readonly contributors?: readonly string[] | null
  readonly rights?: string | null
  readonly relatedItems?: readonly Summary[]
  readonly exclude_from_nav?: boolean | null
  readonly versioning_enabled?: boolean | null
  readonly nav_title?: string | null
  readonly table_of_contents?: boolean | null
  readonly preview_image_link?: Summary | null
  readonly preview_caption_link?: string | null
  readonly image?: ImageValue | null
  readonly image_caption?: string | null
  readonly file?: FileValue | null
  readonly text?: RichTextValue | null
  /** The blocks of the page by id. The keys of a block depend on its type. */
  readonly blocks?: JsonObject | null
  /** The order of the blocks, as a list of ids under `items`. */
  readonly blocks_layout?: JsonObject | null
  /** The target of a link. */
  readonly remoteUrl?: string | null
  /** The start and end of events, sessions and event roots. */
  readonly start?: string | null
  readonly end?: string | null
  /** This field and the following fields belong to the type `Event`. */
  readonly whole_day?: boolean | null
  readonly open_end?: boolean | null
  readonly location?: string | null
  readonly attendees?: readonly string[] | null
  readonly contact_name?: string | null
  readonly contact_email?: string | null
  readonly contact_phone?: string | null
  readonly event_url?: string | null
  readonly recurrence?: string | null
  readonly sync_uid?: string | null
}

/** The fields of a poll (docs/polls.md, Poll content). */
export type PollFields = {
  readonly allow_anonymous?: boolean
  readonly max_choices?: number
  readonly legend?: string | null
  readonly options?: readonly PollOption[]
  readonly shuffle_options?: boolean
  readonly show_results?: boolean
  readonly results_graph?: ChosenTerm
  /** The start and the end of voting in UTC (ISO 8601). A date is null if it is not set. */
  readonly open_date?: string | null
  readonly close_date?: string | null
}
