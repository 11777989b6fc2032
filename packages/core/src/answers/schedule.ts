import type { Summary } from './summary.js'
import type { TitledTerm } from './terms.js'

/** The position of a slot in the CSS grid of its day. */
export type GridPlace = {
  /** The start in UTC (ISO 8601). Each half of a long training session has its own `start` and `end`. */
  readonly start: string
  readonly end: string | null
  /** The grid column of the room, such as `room-2`, or `room-1 / room-all` for a slot that spans all rooms. */
  readonly gridColumn: string
  /**
   * The start and the end in the local time of the event, rounded up to a quarter of an hour, such as `time-0900 /
   * time-0930`.
   */
  readonly gridRow: string
  /** The duration in quarter hours, or 0 if the slot has no end. */
  readonly gridHeight: number
}

/** A slot in a schedule: its summary and its grid position (docs/schedule.md, Summaries of slots). */
export type Slot = Omit<Summary, 'start' | 'end'> & GridPlace

/** A day with slots (docs/schedule.md, Days). */
export type ProgrammeDay = {
  /** The date in the event's time zone, such as `2027-05-01`. */
  readonly id: string
  /**
   * The rooms used on the day, in the order of the container. If a slot without a room spans all rooms, `['_all_',
   * '_all_']` comes first.
   */
  readonly rooms: readonly (readonly [token: string, title: string])[]
  /** The slots of the day, sorted by start, then by path. */
  readonly items: readonly Slot[]
}

/** The response to `GET {event}/@schedule` (docs/schedule.md, Slots). */
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

/** A slot with a conflict. Times are in UTC (ISO 8601). `end` is null if the slot has no end. */
export type ConflictingSlot = ConflictingObject & { readonly start: string; readonly end: string | null }

/** A conflict in a schedule (docs/schedule.md, Conflicts). */
export type ScheduleConflict = {
  readonly kind: 'room' | 'person' | 'outside-event' | 'unavailable' | 'no-room'
  /** `start` and `end` are the first start and the last end of the slots, in UTC (ISO 8601). */
  readonly start: string
  readonly end: string
  /**
   * The room in a conflict of the kind `room`. The value is null for other kinds, or if the caller cannot view the
   * room.
   */
  readonly room: ConflictingObject | null
  /**
   * The presenter in a conflict of the kind `person` or `unavailable`. The value is null for other kinds, or if the
   * caller cannot view the presenter.
   */
  readonly person: ConflictingObject | null
  /** The conflicting slots that the caller can view, sorted by start. */
  readonly slots: readonly ConflictingSlot[]
  /** The number of conflicting slots that the caller cannot view. */
  readonly hidden_slots: number
}

/** The response to `GET {event}/@schedule-conflicts` (docs/schedule.md, Conflicts). */
export type ScheduleConflictsPayload = {
  readonly '@id': string
  /** The conflicts with at least one slot that the caller can view, sorted by start. */
  readonly items: readonly ScheduleConflict[]
  /** The total number of conflicts, including conflicts that are not listed. */
  readonly items_total: number
}

/** A release of a schedule (docs/schedule.md, Releases). */
export type ScheduleRelease = {
  readonly '@id': string
  /** The number of the release. The first release has the number 1. */
  readonly number: number
  readonly name: string
  readonly comment: string
  /** The time of the release in UTC (ISO 8601). */
  readonly date: string
  /**
   * The id of the user who created the release. The value is null if the caller lacks the Modify portal content
   * permission on the event.
   */
  readonly actor: string | null
  /** The number of sessions in the release when it was created. */
  readonly sessions_total: number
}

/** The response to `GET {event}/@schedule-releases` (docs/schedule.md, Releases). */
export type ScheduleReleasesPayload = {
  readonly '@id': string
  /** Whether visitors see the latest release instead of the current schedule. */
  readonly is_enabled: boolean
  readonly items: readonly ScheduleRelease[]
  readonly items_total: number
}

/** A session with its values in a release. Times are in UTC (ISO 8601). */
export type ReleasedSession = ConflictingObject & {
  readonly start: string | null
  readonly end: string | null
  readonly room: readonly TitledTerm[]
  readonly session_track: readonly TitledTerm[]
  readonly presenters: readonly { readonly '@id': string; readonly title: string }[]
}

/** The response to `GET {event}/@schedule-releases/{n}`: a release and the sessions that the caller can view. */
export type ScheduleReleasePayload = ScheduleRelease & { readonly items: readonly ReleasedSession[] }

/**
 * A difference between two releases. `before` and `after` are the values of the session in the two releases. `before`
 * is null for a new session, and `after` is null for a withdrawn session.
 */
export type ScheduleDifference = {
  readonly kind: 'new' | 'withdrawn' | 'moved' | 'room' | 'track' | 'persons' | 'renamed' | 'state'
  readonly before: ReleasedSession | null
  readonly after: ReleasedSession | null
}

/** The response to `GET {event}/@schedule-releases/{n}/@diff/{m}`: the differences from release n to release m. */
export type ScheduleDifferencesPayload = {
  readonly '@id': string
  readonly one: string
  readonly two: string
  readonly items: readonly ScheduleDifference[]
}

/** A slot on the page of current slots. Times are in UTC (ISO 8601) and do not include the delay. */
export type NowSlot = {
  readonly '@id': string
  readonly '@type': string
  readonly UID: string
  readonly title: string
  readonly start: string
  readonly end: string | null
  /** The delay in minutes, or 0 if there is no delay. */
  readonly delay: number
  /**
   * The state of the slot: `planned`, `late`, `cancelled` or `finished`. The value is null if slots of this type have
   * no state (docs/schedule.md, State of a slot).
   */
  readonly state: string | null
  readonly state_title: string | null
  readonly presenters: readonly string[]
  readonly room: readonly TitledTerm[]
}

/** The current slots and the next slot in a room. `room` is null if the caller can view no rooms of the event. */
export type RoomNow = {
  readonly room: TitledTerm | null
  readonly now: readonly NowSlot[]
  readonly next: NowSlot | null
}

/** The response to `GET {event}/@@now` (docs/schedule.md, Now and next). */
export type NowPayload = {
  readonly '@id': string
  /** The time of the response in UTC (ISO 8601). */
  readonly time: string
  readonly items: readonly RoomNow[]
}
