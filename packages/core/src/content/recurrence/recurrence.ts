/** The number of days since 1970-01-01. */
export type Day = number

export type Frequency = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'

/**
 * The day of the week: 0 is Monday and 6 is Sunday. `nth` selects one such day in the month or year. A negative `nth`
 * counts from the end. Null selects all such days.
 */
export interface Weekday {
  readonly weekday: number
  readonly nth: number | null
}

/**
 * A recurrence rule (RFC 5545, section 3.3.10). Empty lists do not restrict the days. Negative numbers count from the
 * end.
 */
export interface RecurrenceRule {
  readonly frequency: Frequency
  readonly interval: number
  /** Null if unlimited. */
  readonly count: number | null
  readonly until: Day | null
  /** 0 is Monday and 6 is Sunday. */
  readonly weekStart: number
  readonly months: readonly number[]
  readonly weeks: readonly number[]
  readonly yearDays: readonly number[]
  readonly monthDays: readonly number[]
  readonly weekdays: readonly Weekday[]
  /** BYSETPOS: the positions to keep among the days of a period that match the other parts. */
  readonly positions: readonly number[]
}

/** All occurrences begin at the same time of day as the event. */
export interface Recurrence {
  readonly rule: RecurrenceRule | null
  readonly added: readonly Day[]
  readonly removed: readonly Day[]
}
