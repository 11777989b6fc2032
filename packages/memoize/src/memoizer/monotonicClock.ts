// Browsers and servers have this object in common.
declare const performance: { now(): number }

/** The default clock, in fractional milliseconds. */
export const monotonicClock = (): number => performance.now()
