import type { Summary } from './summary.js'

/** The position of a slot in the CSS grid of its day. */
export type GridPlace = {
  /** ISO 8601 in UTC. Each half of a long training has its own start and end. */
  readonly start: string
  readonly end: string | null
  /** `room-2`, or `room-1 / room-all` for a slot that spans all rooms. */
  readonly gridColumn: string
  /** `time-0900 / time-0930`: local times of the event, rounded up to a quarter of an hour. */
  readonly gridRow: string
  /** Duration in quarter hours; 0 without an end. */
  readonly gridHeight: number
}

/** A slot in a schedule: its summary and its position in the grid (docs/schedule.md, Summaries of slots). */
export type Slot = Omit<Summary, 'start' | 'end'> & GridPlace

/** A day with slots (docs/schedule.md, Days). */
export type ProgrammeDay = {
  /** Date in the time zone of the event: `2027-05-01`. */
  readonly id: string
  /** Rooms in use, in folder order; `['_all_', '_all_']` comes first when a slot without a room spans all of them. */
  readonly rooms: readonly (readonly [token: string, title: string])[]
  /** The slots of the day, sorted by start, then by path. */
  readonly items: readonly Slot[]
}

/** `GET {event}/@schedule` (docs/schedule.md, Slots). */
export type SchedulePayload = {
  readonly items: readonly ProgrammeDay[]
}
