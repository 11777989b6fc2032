// Browsers and Node.js both provide this object.
declare const performance: { now(): number }

/**
 * The default clock. Returns a time in milliseconds, with fractions, that is not affected by changes to the system
 * time.
 */
export const monotonicClock = (): number => performance.now()
