import { createBackgroundJob } from '../shared/backgroundJob.js'
import { emptyLog } from './connection.js'
import type { SqliteConnection } from './rows.js'

/**
 * Copies changes from the write-ahead log to the database, except for the part of the log that readers still use. `run`
 * flushes both files to disk, which can take 0.1 s or more.
 */
export interface Checkpoint {
  run(): Promise<unknown>
  close(): Promise<void>
}

/**
 * The delays, in milliseconds, before a checkpoint (`moveAfter`) and before the log is emptied (`emptyAfter`). During
 * these delays, other requests are served.
 */
const moveAfter = 100
const emptyAfter = 1000
/**
 * The number of log pages at which a commit itself runs a checkpoint, so that the log remains smaller than 64 MiB.
 */
const maxPages = 16_384

export interface LogOptions {
  readonly connection: SqliteConnection
  readonly checkpoint: Checkpoint | undefined
  /** Blocks writes on the connection while `task` runs. */
  alone<T>(task: () => Promise<T>): Promise<T>
}

/**
 * Manages the write-ahead log of a database. The log contains the latest commits until a checkpoint copies them into
 * the database.
 */
export function createLog({ connection, checkpoint = inThisThread(connection), alone }: LogOptions) {
  connection.exec(`PRAGMA wal_autocheckpoint = ${maxPages}`)
  const move = createBackgroundJob(moveAfter, async () => void (await checkpoint.run()))
  const empty = createBackgroundJob(emptyAfter, async () => {
    const isEmpty = await checkpoint
      .run()
      .then(() => alone(async () => emptyLog(connection)))
      .catch(() => false)
    if (!isEmpty) empty.soon()
  })
  return {
    /** Schedules a checkpoint. Must be called after each commit. */
    grew: move.soon,
    /**
     * Empties the log within about a second, or later if readers still use the log. Must be called after votes,
     * because the log shows which rows were written together and could link voters to options. Must also be called
     * after files have been erased.
     */
    emptySoon: empty.soon,
    /** Cancels scheduled checkpoints. Resolves when the current checkpoint has ended. */
    stop: async (): Promise<void> => {
      await Promise.all([move.stop(), empty.stop()])
      await checkpoint.close()
    },
  }
}

function inThisThread(connection: SqliteConnection): Checkpoint {
  return { run: async () => connection.exec('PRAGMA wal_checkpoint(PASSIVE)'), close: async () => {} }
}
