import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import path from 'node:path'
import { type SqliteStore, type SqliteStoreOptions, sqliteStore } from '@plenum/sql-store'
import { openLibsql } from '@plenum/sql-store/libsql'
import { openCheckpoint } from './checkpoint/openCheckpoint.js'
import type { Config } from './config.js'
import { asStartError, requireValidDatabase } from './databaseFaults.js'
import { abandonedDrafts, draftOf } from './drafts.js'
import { StartError } from './startError.js'

export const databaseFile = (dataDir: string): string => path.join(dataDir, 'plenum.sqlite')

export type DatabaseOptions = Pick<
  SqliteStoreOptions,
  'onWait' | 'readers' | 'writeWait' | 'lockTimeout' | 'checkpoint' | 'older' | 'beforeUpgrade'
>

/**
 * Opens a database file. If the file does not exist, it is created. Throws a SchemaError if the database has an older
 * schema, unless the options allow an upgrade.
 */
export const openDatabase = (file: string, options: DatabaseOptions = {}): SqliteStore =>
  sqliteStore({ open: () => openLibsql(file), older: 'refuse', ...options })

/** Throws a StartError if the directory contains no database. */
export function requireDatabase(dataDir: string): void {
  if (existsSync(databaseFile(dataDir))) return
  throw new StartError(
    `DATA_DIR: ${dataDir} does not contain a site. Name the directory of a site, or create one there with \`plenum serve\` or \`plenum import schedule\`.`,
  )
}

/**
 * Creates the data directory if necessary, and returns all directories that this function created. Throws a StartError
 * if the data directory is not writable.
 */
function prepareDirectory(dataDir: string): readonly string[] {
  try {
    const created = makeDirectory(dataDir)
    accessSync(dataDir, constants.W_OK)
    return created
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error)
    throw new StartError(
      `DATA_DIR: ${dataDir} is not writable (${reason}). Name a directory that this user may write to.`,
    )
  }
}

/**
 * Creates a directory and its missing parents one by one, and returns the created directories. Only the current user
 * can access these directories, because the database contains password hashes. Node's recursive `mkdir` would never
 * return inside a directory such as `/proc`.
 */
function makeDirectory(directory: string): readonly string[] {
  if (existsSync(directory)) return []
  const above = makeDirectory(path.dirname(directory))
  mkdirSync(directory, { mode: 0o700 })
  return [...above, directory]
}

function removeEmpty(directories: readonly string[]): void {
  try {
    for (const directory of directories.toReversed()) rmdirSync(directory)
  } catch {
    // The error is ignored, because another program may have created a file in the directory in the meantime.
  }
}

export interface DataDirectory extends DatabaseOptions {
  readonly dataDir: string
  /**
   * Whether another process has already checked the database. If so, the check, which can take a long time, is skipped.
   */
  readonly isChecked?: boolean
  /** Fills a new database. This function is called at most once. If it fails, the new database is deleted. */
  fill(store: SqliteStore): Promise<void>
  /** Called with the open database before `openDataDirectory` returns the database. */
  finish?(store: SqliteStore): Promise<void>
}

/**
 * Opens the database in a data directory. A new database gets its final name only after it has been filled, so an
 * interrupted start leaves no partial site, and only one of two concurrent first starts creates the site. Throws a
 * StartError with the file name if the file is not a valid site database.
 */
export async function openDataDirectory(directory: DataDirectory): Promise<SqliteStore> {
  const { dataDir, isChecked = false, fill, finish, ...options } = directory
  const file = databaseFile(dataDir)
  return inDirectoryOf(file, async () => {
    if (!existsSync(file)) await makeDatabase(file, fill)
    if (!isChecked) requireValidDatabase(file)
    return afterTask(openDatabase(file, { checkpoint: openCheckpoint(file), ...options }), finish)
  })
}

async function inDirectoryOf<T>(file: string, task: () => Promise<T>): Promise<T> {
  const created = prepareDirectory(path.dirname(file))
  try {
    return await task()
  } catch (error) {
    removeEmpty(created)
    throw asStartError(file, error)
  }
}

export async function afterTask<Store extends { close(): Promise<void> }>(
  store: Store,
  task: ((store: Store) => Promise<unknown>) | undefined,
): Promise<Store> {
  try {
    await task?.(store)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Creates and fills a database atomically. Throws a StartError if the file already exists. */
export async function makeNewDatabase<T>(file: string, fill: (store: SqliteStore) => Promise<T>): Promise<T> {
  if (existsSync(file))
    throw new StartError(`${file} already contains a site; choose another place, or move that file away.`)
  return inDirectoryOf(file, async () => {
    const { filled, isNamed } = await makeDatabase(file, fill)
    if (!isNamed)
      throw new StartError(`${file} was created by another program in the meantime; nothing was written to it.`)
    return filled
  })
}

/** Opens an existing database. Throws a StartError if the file is missing or damaged. */
export function openExistingDatabase(file: string, options: DatabaseOptions = {}): SqliteStore {
  if (!existsSync(file)) throw new StartError(`${file} does not exist, so there is no site to read.`)
  try {
    requireValidDatabase(file)
    return openDatabase(file, options)
  } catch (error) {
    throw asStartError(file, error)
  }
}

function copyToDisk(from: string, to: string): void {
  copyFileSync(from, to)
  const fd = openSync(to, 'r+')
  fsyncSync(fd)
  closeSync(fd)
}

/**
 * Throws a StartError if a log exists without a database, because SQLite would apply the orphaned log to the new
 * database.
 */
function refuseOrphanedLog(file: string): void {
  const log = `${file}-wal`
  const hasLog = (statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 0
  if (hasLog && !existsSync(file))
    throw new StartError(
      `DATA_DIR: ${log} belongs to a missing database; restore that file, or move this one away too.`,
    )
}

/**
 * Creates a database. If another program has already created a database with this name, the result contains `isNamed:
 * false`, and the existing database is not replaced.
 */
async function makeDatabase<T>(file: string, fill: (store: SqliteStore) => Promise<T>) {
  const draft = draftOf(file)
  const discard = (): void => {
    for (const ending of ['', '-wal', '-shm', '-whole']) rmSync(draft + ending, { force: true })
  }
  discard()
  for (const abandoned of abandonedDrafts(file)) rmSync(abandoned, { force: true })
  refuseOrphanedLog(file)
  try {
    // SQLite would create a file that other users may read, so an empty private file is created first.
    closeSync(openSync(draft, 'wx', 0o600))
    const store = openDatabase(draft)
    const filled = await fill(store).finally(store.close)
    // The draft is copied, because the driver delays closing connections. A connection to the draft that is still open
    // would share locks and the log with all later connections of this process to the same file, and would block other
    // processes.
    copyToDisk(draft, `${draft}-whole`)
    const isNamed = !existsSync(file)
    if (isNamed) linkSync(`${draft}-whole`, file)
    return { filled, isNamed }
  } finally {
    discard()
  }
}

export function databaseLocation({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>) {
  if (databaseUrl === undefined) return { store: 'sqlite', place: databaseFile(dataDir) }
  return { store: 'postgresql', place: placeOf(databaseUrl) }
}

/**
 * Returns the host and database in a URL, or `***` if the URL contains an unencoded password. If the password
 * contains an unencoded character such as a slash, the URL parser interprets a part of the password as the host or
 * the database.
 */
export function placeOf(databaseUrl: string): string {
  const { host, pathname, search, hash, searchParams } = new URL(databaseUrl)
  return (pathname + search + hash).includes('@') ? '***' : `${host || (searchParams.get('host') ?? '')}${pathname}`
}
