/**
 * Timeouts in milliseconds. The server ends the idle transaction of an unresponsive process, so that other processes
 * can write.
 */
export const timeLimits = {
  connection: 4000,
  /**
   * The timeout of a statement on the server, which is longer than the lock timeout, so that the error names the lock.
   */
  statement: 4200,
  lock: 4000,
  answer: 4500,
  commit: 2500,
  outcome: 4500,
  idleTransaction: 30_000,
  /**
   * Replaces these timeouts in a transaction that reads or fills a whole database. Its statements take a long time, and
   * disks may be slow.
   */
  whole: 600_000,
} as const
