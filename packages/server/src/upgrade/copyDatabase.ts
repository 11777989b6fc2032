import { closeSync, fsyncSync, openSync, statfsSync, statSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import Database from 'libsql'
import { StartError } from '../startError.js'

/** Bytes that stay free beside a copy. */
const reserve = 64 * 1024 ** 2

/**
 * Copies a database as it is at one moment to a new file, which only its owner may read and which is on the disk then. Others
 * may go on using the database, to which nothing is written. Throws a StartError when there is no room for the copy.
 */
export function copyDatabase(file: string, copy: string): void {
  requireRoom(file, copy)
  // SQLite writes to an empty file as to a new one; its own would be readable for others.
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

function requireRoom(file: string, copy: string): void {
  const folder = path.dirname(copy)
  const { bavail, bsize } = statfsSync(folder)
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0
  const [free, needed] = [bavail * bsize, statSync(file).size + log + reserve]
  if (free >= needed) return
  throw new StartError(
    `${file} must be copied to ${folder}, which needs ${megabytes(needed)} MB but has only ${megabytes(free)} MB free: free some space there.`,
  )
}

const megabytes = (bytes: number): number => Math.ceil(bytes / 1024 ** 2)
