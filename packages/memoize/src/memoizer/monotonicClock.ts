// Both browsers and servers provide this object.
declare const performance: { now(): number }

/**
 * The default clock. Returns the time in milliseconds, with fractions, and is not affected by changes of the system
 * time.
 */
export const monotonicClock = (): number => performance.now()
