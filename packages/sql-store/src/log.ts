import { open } from 'node:fs/promises'
import { type Connection, emptiesLog } from './connection.js'
import { sql } from './sql.js'

/** The write-ahead log of a database: what was committed last, until it is moved into the database. */
export interface Log {
  /** To be called after each commit: what it wrote is moved soon. */
  grew(): void
  /**
   * Empties the log within about a second, or as soon after that as nobody reads from it: it shows what was written
   * together as the database itself does not.
   */
  emptySoon(): void
  /** Leaves the log as it is from now on; resolves when nothing is moved any more. */
  stop(): Promise<void>
}

/** Moves what nobody reads from the log into the database, which flushes both: it may take a tenth of a second and more. */
export interface Checkpoint {
  run(): Promise<unknown>
  close(): Promise<void>
}

/** Milliseconds between a commit and what moves it into the database: others are served between the two. */
const moveAfter = 100
const emptyAfter = 1000
/** Pages after which a commit itself moves them all the same, so that the log stays below 64 MiB. */
const maxPages = 16_384

export function createLog(connection: Connection, checkpoint: Checkpoint = inThisThread(connection)): Log {
  connection.exec(`PRAGMA wal_autocheckpoint = ${maxPages}`)
  const move = createTask(moveAfter, async () => void (await checkpoint.run()))
  const empty = createTask(emptyAfter, async () => {
    const isEmpty = await checkpoint.run().then(
      () => emptiesLog(connection),
      () => false,
    )
    if (!isEmpty) empty.soon()
  })
  return {
    grew: move.soon,
    emptySoon: empty.soon,
    stop: async () => {
      await Promise.all([move.stop(), empty.stop()])
      await checkpoint.close()
    },
  }
}

function inThisThread(connection: Connection): Checkpoint {
  return { run: async () => connection.exec('PRAGMA wal_checkpoint(PASSIVE)'), close: async () => {} }
}

interface Task {
  soon(): void
  stop(): Promise<void>
}

/** Something that is done some time after it was asked for, and once for all who asked until then. */
function createTask(milliseconds: number, work: () => Promise<void>): Task {
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  let isStopped = false
  const run = () => {
    timer = undefined
    // In the background there is nobody to tell of an error; whoever writes next will meet it too.
    running = running.then(work).catch(() => {})
  }
  return {
    soon: () => {
      if (!isStopped) timer ??= setTimeout(run, milliseconds).unref()
    },
    stop: () => {
      isStopped = true
      clearTimeout(timer)
      return running
    },
  }
}

/**
 * Flushes to the disk what a transaction has written into the log, while the process does something else: its commit,
 * which flushes by itself, then has little left to flush.
 */
export async function flushLog(connection: Connection): Promise<void> {
  const [database] = connection.rows<{ file: string }>(sql`PRAGMA database_list`)
  try {
    const log = await open(`${database?.file}-wal`, 'r+')
    await log.datasync().finally(() => log.close())
  } catch {
    // The commit will tell what is wrong.
  }
}
