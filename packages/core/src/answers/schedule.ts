import type { Summary } from './summary.js'
import type { TitledTerm } from './terms.js'

/** The position of a slot in the CSS grid of its day. */
export type GridPlace = {
  /** The start as ISO 8601 in UTC. Each half of a long training has its own start and end. */
  readonly start: string
  readonly end: string | null
  /** The column of the room, such as `room-2`, or `room-1 / room-all` for a slot that spans all rooms. */
  readonly gridColumn: string
  /** The start and end in the local time of the event, rounded up to a quarter of an hour: `time-0900 / time-0930`. */
  readonly gridRow: string
  /** The duration in quarter hours; 0 if the slot has no end. */
  readonly gridHeight: number
}

/**
 * A slot in a schedule: the summary of the slot and its position in the grid (docs/schedule.md, Summaries of slots).
 */
export type Slot = Omit<Summary, 'start' | 'end'> & GridPlace

/** A day with slots (docs/schedule.md, Days). */
export type ProgrammeDay = {
  /** The date in the event's time zone: `2027-05-01`. */
  readonly id: string
  /** The rooms in use, in folder order; `['_all_', '_all_']` comes first if a slot without a room spans all rooms. */
  readonly rooms: readonly (readonly [token: string, title: string])[]
  /** The slots of the day, sorted by start, then by path. */
  readonly items: readonly Slot[]
}

/** `GET {event}/@schedule` (docs/schedule.md, Slots). */
export type SchedulePayload = {
  readonly items: readonly ProgrammeDay[]
}

/** An object in a list of conflicts. */
export type ConflictingObject = {
  readonly '@id': string
  readonly '@type': string
  readonly UID: string
  readonly title: string
}

/** A slot with a conflict. Times are ISO 8601 in UTC; `end` is null if the slot has no end. */
export type ConflictingSlot = ConflictingObject & { readonly start: string; readonly end: string | null }

/** A conflict in a programme (docs/schedule.md, Conflicts). */
export type ScheduleConflict = {
  readonly kind: 'room' | 'person' | 'outside-event' | 'unavailable' | 'no-room'
  /** The time span of all slots in the conflict, as ISO 8601 in UTC. */
  readonly start: string
  readonly end: string
  /** The room for conflicts of the kind `room`; null for other kinds, and if the caller may not view the room. */
  readonly room: ConflictingObject | null
  /**
   * The presenter for conflicts of the kinds `person` and `unavailable`; null for other kinds, and if the caller may
   * not view the presenter.
   */
  readonly person: ConflictingObject | null
  /** The slots that the caller may view, sorted by start. */
  readonly slots: readonly ConflictingSlot[]
  /** The number of slots that the caller may not view. */
  readonly hidden_slots: number
}

/** `GET {event}/@schedule-conflicts` (docs/schedule.md, Conflicts). */
export type ScheduleConflictsPayload = {
  readonly '@id': string
  /** The conflicts with at least one slot that the caller may view, sorted by start. */
  readonly items: readonly ScheduleConflict[]
  /** The number of all conflicts. */
  readonly items_total: number
}

/** A release of a programme (docs/schedule.md, Releases). */
export type ScheduleRelease = {
  readonly '@id': string
  /** The number of the release. The first release has the number 1. */
  readonly number: number
  readonly name: string
  readonly comment: string
  /** The time of the release, in ISO 8601 and UTC. */
  readonly date: string
  /**
   * The id of the user who made the release; null if the caller does not have the permission Modify portal content on
   * the event.
   */
  readonly actor: string | null
  /** The number of sessions in the release at the time when it was made. */
  readonly sessions_total: number
}

/** `GET {event}/@schedule-releases` (docs/schedule.md, Releases). */
export type ScheduleReleasesPayload = {
  readonly '@id': string
  /** Whether visitors see the latest release instead of the working programme. */
  readonly is_enabled: boolean
  /** The releases, newest first. */
  readonly items: readonly ScheduleRelease[]
  readonly items_total: number
}

/** A session with its values in a release. Times are ISO 8601 in UTC. */
export type ReleasedSession = ConflictingObject & {
  readonly start: string | null
  readonly end: string | null
  readonly room: readonly TitledTerm[]
  readonly session_track: readonly TitledTerm[]
  readonly presenters: readonly { readonly '@id': string; readonly title: string }[]
}

/** `GET {event}/@schedule-releases/{n}`: a release with the sessions that the caller may view. */
export type ScheduleReleasePayload = ScheduleRelease & { readonly items: readonly ReleasedSession[] }

/**
 * A difference between two releases. `before` and `after` contain the values of the session in the two releases. For a
 * new session, `before` is null; for a withdrawn session, `after` is null.
 */
export type ScheduleDifference = {
  readonly kind: 'new' | 'withdrawn' | 'moved' | 'room' | 'track' | 'persons' | 'renamed' | 'state'
  readonly before: ReleasedSession | null
  readonly after: ReleasedSession | null
}

/** `GET {event}/@schedule-releases/{n}/@diff/{m}`: the differences from release n to release m. */
export type ScheduleDifferencesPayload = {
  readonly '@id': string
  readonly one: string
  readonly two: string
  readonly items: readonly ScheduleDifference[]
}

/** A slot on the page of current slots. Times are ISO 8601 in UTC, without the delay. */
export type NowSlot = {
  readonly '@id': string
  readonly '@type': string
  readonly UID: string
  readonly title: string
  readonly start: string
  readonly end: string | null
  /** The delay in minutes; 0 if the slot is not late. */
  readonly delay: number
  /** `planned`, `late`, `cancelled` or `finished`; null if the type has no such state (docs/schedule.md, State of a slot). */
  readonly state: string | null
  readonly state_title: string | null
  /** The names of the presenters. */
  readonly presenters: readonly string[]
  readonly room: readonly TitledTerm[]
}

/** The slots of a room that are going on, and the next one. The room is null if the event has no rooms. */
export type RoomNow = {
  readonly room: TitledTerm | null
  readonly now: readonly NowSlot[]
  readonly next: NowSlot | null
}

/** `GET {event}/@@now` (docs/schedule.md, Now and next). */
export type NowPayload = {
  readonly '@id': string
  /** The time of the response as ISO 8601 in UTC. */
  readonly time: string
  readonly items: readonly RoomNow[]
}
