import type { GridPlace, ScheduleConflict, ScheduleDifference, Slot } from './schedule.js'
import type { Summary } from './summary.js'
import type { TitledTerm } from './terms.js'

/** The keys that the programme desk adds to a slot (docs/schedule.md, Programme desk). */
export type DeskKeys = {
  /** The signed revision of the slot, which the form must submit, or null if the caller may not move the slot. */
  readonly revision: string | null
  /** Whether the schedule shows slots in the workflow state of this slot. */
  readonly is_shown: boolean
  /** The title of the review state, or an empty string if the type has no workflow. */
  readonly state_title: string
  /**
   * The kinds of differences between this slot and its values in the latest release. The list is empty if the event
   * shows no releases.
   */
  readonly differences: readonly ScheduleDifference['kind'][]
  /**
   * The start of the whole slot, even if the slot is split into halves. It differs from `start` only in the second half
   * of a long training session.
   */
  readonly session_start: string | null
  /**
   * The duration of the whole slot in minutes, even if the slot is split into halves. It is the default duration if the
   * slot has no start, and null if it has a start but no end.
   */
  readonly minutes: number | null
}

export type DeskSlot = Slot & DeskKeys

/** A slot that is not in the grid, because it has no start or starts outside the days of the event. */
export type DeskSession = Summary & DeskKeys

/** A batch of a list of slots. */
export type DeskList = {
  readonly items: readonly DeskSession[]
  readonly items_total: number
  /** `b_start` is the number of slots before this batch, and `b_size` is the maximum number of slots in a batch. */
  readonly b_start: number
  readonly b_size: number
}

/** The rooms of a slot, and its times in UTC (ISO 8601). Rooms that the caller may not view are omitted. */
export type SlotTimes = {
  readonly start: string | null
  readonly end: string | null
  readonly room: readonly TitledTerm[]
}

/** The slot that the user can move with the form on the programme desk. */
export type SelectedSlot = SlotTimes & {
  readonly '@id': string
  readonly title: string
  readonly revision: string
  /** Whether slots of this type always span all rooms, so that the schedule ignores the rooms of the slot. */
  readonly is_for_everybody: boolean
  /**
   * The values of the form: a date, a time such as `09:30`, and a whole number of minutes. A missing value is an empty
   * string.
   */
  readonly day: string
  readonly time: string
  readonly minutes: string
}

/** A part of a day: the starts of its first and its last slot, and the number of slots that start in the part. */
export type DeskPart = {
  readonly first: string
  readonly last: string
  readonly items_total: number
}

/** The response to `GET {event}/@@desk` (docs/schedule.md, Programme desk). */
export type DeskPayload = {
  readonly '@id': string
  /** The IANA name of the event's time zone. */
  readonly timezone: string
  /**
   * The dates that the caller can choose, at most 31: the days of the event or, if the event has no dates, the days
   * with slots. A requested date outside the event is included.
   */
  readonly days: readonly string[]
  /** The date that the desk shows, in the time zone of the event, or null if there are no dates to choose. */
  readonly day: string | null
  /** The rooms that the caller may view, in the order of the container. They are the columns of the grid. */
  readonly rooms: readonly TitledTerm[]
  /**
   * The parts into which the day is divided. A day with few slots has only one part, and a day without slots has none.
   */
  readonly parts: readonly DeskPart[]
  /** The 1-based number of the part that the desk shows. */
  readonly part: number
  /** The slots in this part of the day, except for slots that the caller may not view. */
  readonly items: readonly DeskSlot[]
  /**
   * The grid positions of the slots in this part of the day that are hidden from the caller. The list is empty unless
   * the caller may modify the event.
   */
  readonly busy: readonly GridPlace[]
  /**
   * The first conflicts that involve slots in this part of the day, up to a total of 1,000 slots, regardless of the
   * workflow states of these slots.
   */
  readonly conflicts: readonly ScheduleConflict[]
  /**
   * The total number of conflicts that involve slots in this part of the day, except for conflicts in which all slots
   * are hidden from the caller.
   */
  readonly conflicts_total: number
  /** The slots without a start. */
  readonly unscheduled: DeskList
  /** The slots that start before the first day or after the last day of the event. */
  readonly outside: DeskList
  readonly release: {
    readonly is_enabled: boolean
    /** The number of the latest release, or null if there are no releases. */
    readonly latest: number | null
    readonly can_release: boolean
  }
  /** The URL of the container to which the caller may add a session, or null if there is no such container. */
  readonly container: string | null
  readonly selected: SelectedSlot | null
  /**
   * The caller's last move of a slot, or null if it is unknown. `undo` is the signed value that a form must submit to
   * undo the move.
   */
  readonly undo: { readonly '@id': string; readonly title: string; readonly undo: string } | null
}

/** A move that was refused because another user has changed the session in the meantime. */
export type DeskConflictPayload = {
  readonly '@id': string
  readonly title: string
  /** The times and rooms that the caller requested. `current` contains the stored times and rooms. */
  readonly requested: SlotTimes
  readonly current: SlotTimes
  /** The IANA name of the event's time zone. */
  readonly timezone: string
  /**
   * The URL of the programme desk for the day and the part from which the slot was moved. If the form does not specify
   * the day, the URL contains the day of the stored slot.
   */
  readonly desk: string
  /** The form fields with which the caller can repeat the move, based on the current revision. */
  readonly fields: Readonly<Record<string, string>>
}
