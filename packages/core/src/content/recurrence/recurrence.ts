/** A calendar day as the number of days since 1970-01-01. */
export type Day = number

export type Frequency = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'

/**
 * A day of the week, 0 (Monday) to 6. `nth` selects one of these days in the month or year, counted from the end if
 * `nth` is negative; null selects all of them.
 */
export interface Weekday {
  readonly weekday: number
  readonly nth: number | null
}

/**
 * A recurrence rule (RFC 5545, section 3.3.10). An empty list does not restrict the days; negative numbers count from
 * the end.
 */
export interface RecurrenceRule {
  readonly frequency: Frequency
  readonly interval: number
  /** The number of occurrences; null if there is no limit. */
  readonly count: number | null
  readonly until: Day | null
  /** The first day of the week, 0 (Monday) to 6. */
  readonly weekStart: number
  readonly months: readonly number[]
  readonly weeks: readonly number[]
  readonly yearDays: readonly number[]
  readonly monthDays: readonly number[]
  readonly weekdays: readonly Weekday[]
  /** The positions of the days to use among the days of a period that the other parts select. */
  readonly positions: readonly number[]
}

/** The days on which an event recurs, always at the time of its start. */
export interface Recurrence {
  readonly rule: RecurrenceRule | null
  readonly added: readonly Day[]
  readonly removed: readonly Day[]
}
