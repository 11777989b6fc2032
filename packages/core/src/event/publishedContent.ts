import type { Instant } from '../foundation/instants.js'

/** A programme as visitors see it, for calendars and exchange files (docs/schedule.md, Feeds and files). */
export interface PublishedProgramme {
  /** The UID of the event. */
  readonly uid: string
  readonly title: string
  readonly description: string
  /** The URL of the event. */
  readonly url: string
  /** The IANA name of the time zone. */
  readonly timezone: string
  readonly start: Instant | null
  readonly end: Instant | null
  /** The time at which the programme was read. */
  readonly now: Instant
  /** The language of the site as a tag, such as `de` or `pt-BR`. */
  readonly language: string
  /** The rooms in the order of the columns of the schedule. */
  readonly rooms: readonly PublishedRoom[]
  readonly tracks: readonly { readonly title: string; readonly color: string | null }[]
  /** The selected slots that have a start and an end, sorted by start, then by title. */
  readonly slots: readonly PublishedSlot[]
  /**
   * The keys of all slots of the schedule and all withdrawn sessions, even if not selected, in the order of their
   * creation.
   */
  readonly sessions: readonly SessionKey[]
  /** The selected sessions that have been withdrawn. Empty when the event is over. */
  readonly cancelled: readonly CancelledSlot[]
}

/** The data that calendars show about a session that visitors no longer see in the schedule. */
export interface CancelledSlot {
  readonly uid: string
  /** A number that increases with each change of the object. */
  readonly revision: number
  readonly created: Instant
  readonly modified: Instant
  readonly start: Instant
  readonly end: Instant
  /** The title if visitors may still view the object, otherwise null. */
  readonly title: string | null
}

/** The values that identify a session in files. */
export interface SessionKey {
  readonly uid: string
  /** The last segment of the path. */
  readonly shortName: string
  /** A positive integer that is unique in the event. */
  readonly number: number
}

export interface PublishedRoom {
  readonly uid: string
  readonly title: string
}

/** A slot with a start and an end. */
export interface PublishedSlot {
  readonly uid: string
  readonly url: string
  /** A number that increases with each change of the object. */
  readonly revision: number
  readonly created: Instant
  readonly modified: Instant
  /** The id of the content type, such as `Talk`. */
  readonly type: string
  readonly title: string
  readonly description: string
  /** The sanitized HTML, or null. */
  readonly text: string | null
  readonly start: Instant
  readonly end: Instant
  readonly rooms: readonly PublishedRoom[]
  /** The title of the slot's track. */
  readonly track: string | null
  /** The language as an ISO 639-1 code, or null. */
  readonly language: string | null
  readonly persons: readonly PublishedPerson[]
  /** The state of the slot during the event. Null if its type has no such state. */
  readonly state: SlotState | null
  /** The address of a recording or stream, or null. */
  readonly video: string | null
  /** Published links inside the session. */
  readonly links: readonly PublishedLink[]
  /** Published files and images inside the session. */
  readonly attachments: readonly PublishedLink[]
}

export type SlotState = 'planned' | 'late' | 'cancelled' | 'finished'

export interface PublishedLink {
  readonly title: string
  readonly url: string
}

export interface PublishedPerson {
  readonly uid: string
  /** A positive integer that is unique in the site. */
  readonly id: number
  readonly url: string
  readonly name: string
  /** The sanitized HTML, or null. */
  readonly biography: string | null
  readonly links: readonly PublishedLink[]
}

/** The news as visitors see it, for feeds (docs/schedule.md, Feeds and files). */
export interface PublishedNews {
  readonly title: string
  /** The URL of the object that contains the news; `self` is the URL of the feed. */
  readonly url: string
  readonly self: string
  readonly host: string
  /** The news items, newest first. */
  readonly entries: readonly NewsEntry[]
}

/** A news item. */
export interface NewsEntry {
  readonly uid: string
  readonly url: string
  readonly title: string
  readonly description: string
  readonly authors: readonly string[]
  /** `published` and `updated` have the form `2027-05-01T09:00:00Z`. */
  readonly published: string
  readonly updated: string
}
