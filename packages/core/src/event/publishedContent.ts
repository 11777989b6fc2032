import type { Instant } from '../foundation/instants.js'

/**
 * A schedule as visitors see it, from which calendars and exchange files are generated (docs/schedule.md, Feeds and
 * files).
 */
export interface PublishedProgramme {
  readonly uid: string
  readonly title: string
  readonly description: string
  readonly url: string
  /** The IANA name of the schedule's time zone. */
  readonly timezone: string
  readonly start: Instant | null
  readonly end: Instant | null
  /** The time when the schedule was read. */
  readonly now: Instant
  /** The language tag of the site, such as `de` or `pt-BR`. */
  readonly language: string
  /** The rooms, in the order of the schedule columns. */
  readonly rooms: readonly PublishedRoom[]
  readonly tracks: readonly { readonly title: string; readonly color: string | null }[]
  /**
   * The slots that the request selects, for example by day or room. They have a start and an end, and are sorted by
   * start and then by title.
   */
  readonly slots: readonly PublishedSlot[]
  /**
   * The keys of all slots in the schedule and of all withdrawn sessions, sorted by creation time. The list includes
   * slots and sessions that the request does not select.
   */
  readonly sessions: readonly SessionKey[]
  /** The withdrawn sessions that the request selects. The list is empty if the event is over. */
  readonly cancelled: readonly CancelledSlot[]
}

/** The values that a calendar needs to cancel a session that is no longer in the public schedule. */
export interface CancelledSlot {
  readonly uid: string
  /** A number that increases with each change to the object. */
  readonly revision: number
  readonly created: Instant
  readonly modified: Instant
  readonly start: Instant
  readonly end: Instant
  /** The title of the session, or null if visitors can no longer view the object. */
  readonly title: string | null
}

/** The ids that identify a session in generated files. */
export interface SessionKey {
  readonly uid: string
  /** The short name of the session: the last segment of its path. */
  readonly shortName: string
  /** The number of the session: a positive integer that is unique in the event. */
  readonly number: number
}

export interface PublishedRoom {
  readonly uid: string
  readonly title: string
}

export interface PublishedSlot {
  readonly uid: string
  readonly url: string
  /** A number that increases with each change to the object. */
  readonly revision: number
  readonly created: Instant
  readonly modified: Instant
  /** The id of the content type, such as `Talk`. */
  readonly type: string
  readonly title: string
  readonly description: string
  /** The sanitized HTML of the text, or null if the session has no text. */
  readonly text: string | null
  readonly start: Instant
  readonly end: Instant
  readonly rooms: readonly PublishedRoom[]
  readonly track: string | null
  /** The ISO 639-1 language code, or null if no language is set. */
  readonly language: string | null
  readonly persons: readonly PublishedPerson[]
  /** The live state of the slot during the event, or null if slots of this type have no live state. */
  readonly state: SlotState | null
  /** The URL of a recording or stream, or null if no URL is set. */
  readonly video: string | null
  /** The published Link objects in the session. */
  readonly links: readonly PublishedLink[]
  /** The published files and images in the session. */
  readonly attachments: readonly PublishedLink[]
}

export type SlotState = 'planned' | 'late' | 'cancelled' | 'finished'

export interface PublishedLink {
  readonly title: string
  readonly url: string
}

export interface PublishedPerson {
  readonly uid: string
  /** The id of the presenter: a positive integer that is unique in the site. */
  readonly id: number
  readonly url: string
  readonly name: string
  /** The sanitized HTML of the biography, or null if there is no biography. */
  readonly biography: string | null
  readonly links: readonly PublishedLink[]
}

/** The news items that visitors can see, from which feeds are generated (docs/schedule.md, Feeds and files). */
export interface PublishedNews {
  readonly title: string
  /** The URL of the object that contains the news. `self` is the URL of the feed. */
  readonly url: string
  readonly self: string
  readonly host: string
  /** The news items, newest first. */
  readonly entries: readonly NewsEntry[]
}

export interface NewsEntry {
  readonly uid: string
  readonly url: string
  readonly title: string
  readonly description: string
  readonly authors: readonly string[]
  /** The publication date, such as `2027-05-01T09:00:00Z`. `updated` has the same format. */
  readonly published: string
  readonly updated: string
}
