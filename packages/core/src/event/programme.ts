import type { Instant } from '../foundation/instants.js'
import type { Message } from '../foundation/message.js'

export interface ProgrammePerson {
  /** The id of the person in the file. It must be stable across imports. */
  readonly key: string
  /**
   * The `guid` of the person: 32 lowercase hexadecimal digits. In files from this site, the `guid` is the UID of the
   * presenter. The value is null if the file contains no `guid`.
   */
  readonly uid: string | null
  readonly name: string
  /** The biography from the file, or null if the file contains no biography. */
  readonly biography: string | null
}

/**
 * A session or another slot in a schedule. `track` is null if the slot has no track, and `room` is null if the slot
 * takes place in all rooms.
 */
export interface ProgrammeSession {
  /** The id of the slot: 32 lowercase hexadecimal digits. It must be stable across imports. */
  readonly uid: string
  /** The preferred short name of the slot, which must be unique and not empty. The import checks its characters. */
  readonly shortName: string
  readonly type: 'Keynote' | 'Talk' | 'Training' | 'LightningTalks' | 'Break' | 'Meeting' | 'Slot'
  /** The title: a single line of 1 to 1024 characters. */
  readonly title: string
  /** The description: a single line of 0 to 10,000 characters. */
  readonly description: string
  /** The abstract as HTML or plain text, or null if the file contains no abstract. */
  readonly text: string | null
  readonly start: Instant
  readonly end: Instant
  /** The name of a room in `Programme.rooms`. */
  readonly room: string | null
  /** The id of a track in `Programme.tracks`. */
  readonly track: string | null
  /** The ISO 639-1 language code, or null if the file contains no language. */
  readonly language: string | null
  /** The distinct keys of the presenters in `Programme.persons`, in file order. */
  readonly persons: readonly string[]
}

/** A schedule to import, independent of the file format (docs/schedule.md, Import of a programme). */
export interface Programme {
  readonly title: string
  /** The IANA name of the schedule's time zone. */
  readonly timezone: string
  readonly start: Instant
  readonly end: Instant
  /** The distinct names of rooms, in the order of the schedule columns. */
  readonly rooms: readonly string[]
  /** The tracks. `id` may contain a-z, 0-9 and `-`. `color` is `#rrggbb`. */
  readonly tracks: readonly { readonly id: string; readonly title: string; readonly color: string | null }[]
  /** The presenters, in the order of their first sessions. */
  readonly persons: readonly ProgrammePerson[]
  readonly sessions: readonly ProgrammeSession[]
  /** The unknown session types in the file. Sessions of these types are imported as talks. */
  readonly unknownTypes: readonly string[]
}

/** The source of a programme: a URL or the content of a file. */
export type ProgrammeSource = ({ readonly url: string } | { readonly text: string }) & {
  /** The IANA name of the time zone. If omitted, the time zone of the file is used. */
  readonly timezone?: string
}

/** A programme and the text from which it was read, or messages that describe the problems with the file or the URL. */
export type ProgrammeReading =
  | { readonly ok: true; readonly programme: Programme; readonly text: string; readonly etag: string | null }
  | { readonly ok: false; readonly problems: readonly Message[] }

/** Reads programmes without blocking the event loop. Throws a DomainError `busy` if the queue is full. */
export interface ProgrammeReader {
  read(source: ProgrammeSource): Promise<ProgrammeReading>
}
