// Both browsers and servers provide this object.
declare const performance: { now(): number }

/** The default clock, in fractional milliseconds. */
export const monotonicClock = (): number => performance.now()
