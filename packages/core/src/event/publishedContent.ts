import type { Instant } from '../foundation/instants.js'

/** A schedule as visitors see it, for calendars and exchange files (docs/schedule.md, Feeds and files). */
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
  /** The time at which the schedule was read. */
  readonly now: Instant
  /** The language tag of the site, such as `de` or `pt-BR`. */
  readonly language: string
  /** The rooms, in the order of the schedule columns. */
  readonly rooms: readonly PublishedRoom[]
  readonly tracks: readonly { readonly title: string; readonly color: string | null }[]
  /** The selected slots with a start and an end, sorted by start, then by title. */
  readonly slots: readonly PublishedSlot[]
  /** The keys of all slots of the schedule and all withdrawn sessions, even if not selected, in order of creation. */
  readonly sessions: readonly SessionKey[]
  /** The selected sessions that have been withdrawn. The list is empty if the event is over. */
  readonly cancelled: readonly CancelledSlot[]
}

/** The data in calendars about a session that is no longer in the public schedule. */
export interface CancelledSlot {
  readonly uid: string
  /** A number that increases with each change of the object. */
  readonly revision: number
  readonly created: Instant
  readonly modified: Instant
  readonly start: Instant
  readonly end: Instant
  /** The title. Null if visitors can no longer view the object. */
  readonly title: string | null
}

/** Identifies a session in files. */
export interface SessionKey {
  readonly uid: string
  /** The short name of the session, which is the last segment of its path. */
  readonly shortName: string
  /** The number of the session, which is a positive integer that is unique in the event. */
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
  /** The sanitized HTML of the text. Null if the session has no text. */
  readonly text: string | null
  readonly start: Instant
  readonly end: Instant
  readonly rooms: readonly PublishedRoom[]
  /** The title of the slot's track. Null if the slot has no track. */
  readonly track: string | null
  /** The ISO 639-1 language code. Null if no language is set. */
  readonly language: string | null
  readonly persons: readonly PublishedPerson[]
  /** The state of the slot during the event. Null if the type has no such state. */
  readonly state: SlotState | null
  /** The address of a recording or stream. Null if no address is set. */
  readonly video: string | null
  /** The published links inside the session. */
  readonly links: readonly PublishedLink[]
  /** The published files and images inside the session. */
  readonly attachments: readonly PublishedLink[]
}

export type SlotState = 'planned' | 'late' | 'cancelled' | 'finished'

export interface PublishedLink {
  readonly title: string
  readonly url: string
}

export interface PublishedPerson {
  readonly uid: string
  /** The id of the presenter, which is a positive integer that is unique in the site. */
  readonly id: number
  readonly url: string
  readonly name: string
  /** The sanitized HTML of the biography. Null if there is no biography. */
  readonly biography: string | null
  readonly links: readonly PublishedLink[]
}

/** The news as visitors see it, for feeds (docs/schedule.md, Feeds and files). */
export interface PublishedNews {
  readonly title: string
  /** The URL of the object that contains the news. `self` is the URL of the feed. */
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
  /** The publication date. Dates have the format `2027-05-01T09:00:00Z`. */
  readonly published: string
  readonly updated: string
}
