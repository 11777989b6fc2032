/**
 * Timeouts in milliseconds: for a connection, on the server for a statement and for a lock, for the response to a
 * statement and to a COMMIT, and for determining the outcome of that COMMIT. The server ends the idle transaction of a
 * process that hangs, so that other processes can write.
 */
export const timeLimits = {
  connection: 4000,
  /** This timeout is longer than the lock timeout, so that the error names the lock. */
  statement: 4200,
  lock: 4000,
  answer: 4500,
  commit: 2500,
  outcome: 4500,
  idleTransaction: 30_000,
  /**
   * The value that replaces each of these timeouts in a transaction that reads or fills a whole database. The
   * statements of such a transaction take a long time, and disks may be slow.
   */
  whole: 600_000,
} as const
