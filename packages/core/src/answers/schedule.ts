import type { Summary } from './summary.js'

/** The place of a slot in the CSS grid of its day. */
export type GridPlace = {
  /** ISO 8601 in UTC. The halves of a long training have their own. */
  readonly start: string
  readonly end: string | null
  /** `room-2`, or `room-1 / room-all` for a slot that spans all rooms. */
  readonly gridColumn: string
  /** `time-0900 / time-0930`, on the wall clock of the event, rounded up to quarters of an hour. */
  readonly gridRow: string
  /** Duration in quarters of an hour; 0 without an end. */
  readonly gridHeight: number
}

/** A slot in a schedule: its summary and its place (docs/schedule.md, Summaries of slots). */
export type Slot = Omit<Summary, 'start' | 'end'> & GridPlace

/** A day with slots (docs/schedule.md, Days). */
export type ProgrammeDay = {
  /** Date on the wall clock of the event: `2027-05-01`. */
  readonly id: string
  /** Rooms in use, in folder order; `['_all_', '_all_']` comes first when a slot without a room spans all of them. */
  readonly rooms: readonly (readonly [token: string, title: string])[]
  /** By start, ties by path. */
  readonly items: readonly Slot[]
}

/** `GET {event}/@schedule` (docs/schedule.md, Slots). */
export type SchedulePayload = {
  readonly items: readonly ProgrammeDay[]
}
