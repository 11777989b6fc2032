// Both browsers and servers provide this object.
declare const performance: { now(): number }

/** Returns the default clock, in fractional milliseconds. */
export const monotonicClock = (): number => performance.now()
