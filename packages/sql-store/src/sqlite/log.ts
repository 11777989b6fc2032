import { createBackgroundJob } from '../shared/backgroundJob.js'
import { emptyLog } from './connection.js'
import type { SqliteConnection } from './rows.js'

/**
 * Moves the part of the log that no reader uses into the database. `run` flushes both files to disk, which can take 0.1
 * s or more.
 */
export interface Checkpoint {
  run(): Promise<unknown>
  close(): Promise<void>
}

/** The delay between a commit and its checkpoint in milliseconds, so that other requests are served first. */
const moveAfter = 100
const emptyAfter = 1000
/** The number of log pages after which a commit itself runs a checkpoint. This keeps the log below 64 MiB. */
const maxPages = 16_384

export interface LogOptions {
  readonly connection: SqliteConnection
  readonly checkpoint: Checkpoint | undefined
  /** Blocks writes on the connection while `task` runs. */
  alone<T>(task: () => Promise<T>): Promise<T>
}

/**
 * Creates the write-ahead log of a database, which contains the latest commits until a checkpoint moves them into the
 * database.
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
    /** Schedules a checkpoint. Call it after each commit. */
    grew: move.soon,
    /**
     * Empties the log within about a second, or later if readers still use it. Call it after votes, because the log
     * shows which rows were written together and could link voters to options, and after the bytes of files have been
     * erased.
     */
    emptySoon: empty.soon,
    /** Stops scheduling checkpoints. Resolves when the current checkpoint has ended. */
    stop: async (): Promise<void> => {
      await Promise.all([move.stop(), empty.stop()])
      await checkpoint.close()
    },
  }
}

function inThisThread(connection: SqliteConnection): Checkpoint {
  return { run: async () => connection.exec('PRAGMA wal_checkpoint(PASSIVE)'), close: async () => {} }
}
