/**
 * Timeouts in milliseconds. Idle transactions are ended, so that an unresponsive process does not prevent other
 * processes from writing.
 */
export const timeLimits = {
  connection: 4000,
  /**
   * The timeout of a statement on the server. It is longer than the lock timeout, so that PostgreSQL reports a lock
   * timeout as such.
   */
  statement: 4200,
  lock: 4000,
  answer: 4500,
  /**
   * The timeout of the first query of a read, which waits for no lock and reads one row. The timeout is short, so that
   * the pool notices an unresponsive server before longer timeouts in the same request expire.
   */
  state: 2500,
  commit: 2500,
  outcome: 4500,
  idleTransaction: 30_000,
  /**
   * The timeout for statements, locks and responses in a transaction that reads or fills an entire database. The usual
   * timeouts are too short for such a transaction, especially if the disk is slow.
   */
  whole: 600_000,
} as const
