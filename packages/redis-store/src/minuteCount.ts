// The port for counters that `@plenum/core` declares. This package declares the port again, so that programs can use the
// store for memoized values without core. The tests assign values of both declarations to each other.

/** The count of a key in the minute that begins with its first event. */
export interface MinuteTotal {
  readonly times: number
  /** The number of milliseconds until the count is reset, or 0 if the count is 0. */
  readonly wait: number
  /** The end of the minute on the counter's clock. It identifies the minute. */
  readonly end: number
}

/** A counter. Concurrent calls, including calls by other processes, get different numbers. Methods never reject. */
export interface MinuteCount {
  look(key: string): Promise<MinuteTotal>
  /** Increments the count and returns it. */
  add(key: string): Promise<MinuteTotal>
  /** Decrements the count, unless the minute of `added` is over. */
  takeBack(key: string, added: MinuteTotal): Promise<void>
}

/** Returns the counter with the given name. Callers that use the same name share the counter. */
export type MinuteCounts = (name: string) => MinuteCount
