import { closeSync, fsyncSync, openSync, statfsSync, statSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import Database from 'libsql'
import { StartError } from '../startError.js'

/** The disk space that must remain free after the copy, in bytes. */
const reserve = 64 * 1024 ** 2

/**
 * Copies a consistent snapshot of a database to a new file that only its owner may read, and flushes the copy to
 * disk. The database may be in use and is not modified. Throws a StartError if there is not enough space.
 */
export function copyDatabase(file: string, copy: string): void {
  requireSpace(file, copy)
  // The empty file is created here, because other users could read a file that SQLite creates. SQLite accepts an
  // empty file.
  const fd = openSync(copy, 'wx', 0o600)
  try {
    const database = new Database(`${pathToFileURL(file).href}?mode=ro`)
    try {
      database.exec(`PRAGMA busy_timeout = 10000; VACUUM INTO '${copy.replaceAll("'", "''")}'`)
    } finally {
      database.close()
    }
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

function requireSpace(file: string, copy: string): void {
  const folder = path.dirname(copy)
  const { bavail, bsize } = statfsSync(folder)
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0
  const [free, required] = [bavail * bsize, statSync(file).size + log + reserve]
  if (free >= required) return
  throw new StartError(
    `${file} must be copied to ${folder}, which needs ${megabytes(required)} MB but has only ${megabytes(free)} MB free: free some space there.`,
  )
}

const megabytes = (bytes: number): number => Math.ceil(bytes / 1024 ** 2)
