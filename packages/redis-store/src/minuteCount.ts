// The counter port of `@plenum/core`. It is declared again, so that programs can cache values without installing core.
// Tests check that the two declarations are assignable to each other.

/** The count for a key in the current minute, which begins with the first event for the key. */
export interface MinuteTotal {
  readonly times: number
  /** The time until the count is reset, in milliseconds. The value is 0 if the count is 0. */
  readonly wait: number
  /** The end of the minute on the counter's clock, which identifies the minute. */
  readonly end: number
}

/**
 * A counter for events. Concurrent calls of `add`, even by different processes, return different counts. The methods
 * never reject.
 */
export interface MinuteCount {
  look(key: string): Promise<MinuteTotal>
  /** Increments the count for a key, and returns the count. */
  add(key: string): Promise<MinuteTotal>
  /** Decrements the count, unless the minute in which `added` was counted has ended. */
  takeBack(key: string, added: MinuteTotal): Promise<void>
}

/** Returns the counter with the given name. All callers that use the same name share the counter. */
export type MinuteCounts = (name: string) => MinuteCount
