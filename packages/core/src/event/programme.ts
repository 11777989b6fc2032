import type { Instant } from '../foundation/instants.js'

/** A person who presents a session. */
export interface ProgrammePerson {
  /** The id of the person in the file. It must be stable across imports. */
  readonly key: string
  /**
   * The `guid` of the person as 32 hexadecimal digits in lower case, or null. In files from this site, the `guid` is
   * the UID.
   */
  readonly uid: string | null
  readonly name: string
  /** The biography from the file, or null. */
  readonly biography: string | null
}

/** A slot of a programme. If `track` is null, the slot has no track; if `room` is null, it takes place in all rooms. */
export interface ProgrammeSession {
  /** The id of the session: 32 hexadecimal digits in lower case. It must be stable across imports. */
  readonly uid: string
  /** The desired short name of the slot. It must be unique and not empty; the import checks the characters. */
  readonly shortName: string
  readonly type: 'Keynote' | 'Talk' | 'Training' | 'LightningTalks' | 'Break' | 'Meeting' | 'Slot'
  /** The title: one line of 1 to 1024 characters. */
  readonly title: string
  /** The description: one line of at most 10,000 characters; may be empty. */
  readonly description: string
  /** The HTML or plain text from the file, or null. */
  readonly text: string | null
  readonly start: Instant
  readonly end: Instant
  /** The name of the room: one of `Programme.rooms`. */
  readonly room: string | null
  /** The id of one of `Programme.tracks`. */
  readonly track: string | null
  /** The language as an ISO 639-1 code, or null. */
  readonly language: string | null
  /** The keys of `Programme.persons`, without duplicates, in the order of the file. */
  readonly persons: readonly string[]
}

/** A programme to import, independent of the file format (docs/schedule.md, Import of a programme). */
export interface Programme {
  readonly title: string
  /** The IANA name of the time zone. */
  readonly timezone: string
  readonly start: Instant
  readonly end: Instant
  /** The names of rooms without duplicates, in the order of the columns of the schedule. */
  readonly rooms: readonly string[]
  /** `id` consists of a-z, 0-9 and `-`; `color` is `#rrggbb`. */
  readonly tracks: readonly { readonly id: string; readonly title: string; readonly color: string | null }[]
  /** The persons in the order of their first sessions. */
  readonly persons: readonly ProgrammePerson[]
  readonly sessions: readonly ProgrammeSession[]
  /** The unknown session types in the file; sessions of these types become talks. */
  readonly unknownTypes: readonly string[]
}
