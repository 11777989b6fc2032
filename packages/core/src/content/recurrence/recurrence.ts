/** The number of days since 1970-01-01. */
export type Day = number

export type Frequency = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'

/**
 * A weekday, from 0 (Monday) to 6 (Sunday). `nth` selects a single occurrence of the weekday in the month or year, and
 * is counted from the end if it is negative. If `nth` is null, all occurrences are selected.
 */
export interface Weekday {
  readonly weekday: number
  readonly nth: number | null
}

/**
 * A recurrence rule (RFC 5545, section 3.3.10). An empty list imposes no restriction. Negative numbers are counted from
 * the end of the month, year or period.
 */
export interface RecurrenceRule {
  readonly frequency: Frequency
  readonly interval: number
  /** The maximum number of occurrences, or null if the number is unlimited. */
  readonly count: number | null
  readonly until: Day | null
  /** The first day of the week, from 0 (Monday) to 6 (Sunday). */
  readonly weekStart: number
  readonly months: readonly number[]
  readonly weeks: readonly number[]
  readonly yearDays: readonly number[]
  readonly monthDays: readonly number[]
  readonly weekdays: readonly Weekday[]
  /** The positions (BYSETPOS) to select from the days in a period that match the other parts of the rule. */
  readonly positions: readonly number[]
}

/** The recurrence of an event. All occurrences begin at the same time of day as the event. */
export interface Recurrence {
  readonly rule: RecurrenceRule | null
  readonly added: readonly Day[]
  readonly removed: readonly Day[]
}
