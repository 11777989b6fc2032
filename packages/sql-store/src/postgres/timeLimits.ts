/**
 * Milliseconds after which nobody waits any more: for a connection, on the server for a statement and for others that write,
 * for the answer to a statement, for that to a COMMIT, and until it is known how that ended. A transaction that does nothing,
 * because its process has stopped, is ended so that others can write.
 */
export const timeLimits = {
  connection: 4000,
  /** More than for a lock, so that the error tells what was waited for. */
  statement: 4200,
  lock: 4000,
  answer: 4500,
  commit: 2500,
  outcome: 4500,
  idleTransaction: 30_000,
  /** For each of these in a transaction that reads or fills all of a database: its statements are long, and disks slow. */
  whole: 600_000,
} as const
