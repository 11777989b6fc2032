import type { Instant } from '../foundation/instants.js'

/** Somebody who gives a session. */
export interface ProgrammePerson {
  /** What the file knows the person by, as text: the same at every import. */
  readonly key: string
  readonly name: string
  /** As it stands in the file; null when there is none. */
  readonly biography: string | null
}

/** Slots with a `track` of null belong to none, with a `room` of null to all rooms. */
export interface ProgrammeSession {
  /** 32 hexadecimal digits in lower case: the same at every import. */
  readonly uid: string
  /** The id that the slot is to have in its schedule, no other session's; not empty, but not checked otherwise. */
  readonly shortName: string
  readonly type: 'Keynote' | 'Talk' | 'Training' | 'LightningTalks' | 'Break' | 'Meeting'
  /** One line of 1 to 1024 characters. */
  readonly title: string
  /** One line of at most 10,000 characters; may be empty. */
  readonly description: string
  /** HTML or plain text, as it stands in the file; null when there is none. */
  readonly text: string | null
  readonly start: Instant
  readonly end: Instant
  /** One of the programme's rooms. */
  readonly room: string | null
  /** The id of one of the programme's tracks. */
  readonly track: string | null
  /** A code of ISO 639-1. */
  readonly language: string | null
  /** Keys of the programme's persons, each once, in the order of the file. */
  readonly persons: readonly string[]
}

/** A whole programme, whatever software it was planned with (docs/schedule.md, Import of a programme). */
export interface Programme {
  readonly title: string
  /** Name of a zone of the IANA database. */
  readonly timezone: string
  readonly start: Instant
  readonly end: Instant
  /** Names, each once, in the order in which the rooms are shown. */
  readonly rooms: readonly string[]
  /** `id` is of a-z, 0-9 and `-`; `color` is `#rrggbb`. */
  readonly tracks: readonly { readonly id: string; readonly title: string; readonly color: string | null }[]
  /** In the order in which sessions first name them. */
  readonly persons: readonly ProgrammePerson[]
  readonly sessions: readonly ProgrammeSession[]
  /** Types of sessions, as the file spells them, that were taken for Talk because nothing else is known of them. */
  readonly unknownTypes: readonly string[]
}
