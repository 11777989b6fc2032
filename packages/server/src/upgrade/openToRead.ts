import { rmSync } from 'node:fs'
import type { Site } from '@plenum/core'
import type { PostgresStore, PostgresStoreOptions, SqliteStore } from '@plenum/sql-store'
import type { Config } from '../config.js'
import { afterTask, databaseFile, openDatabase, requireDatabase } from '../database.js'
import { asStartError, isOlderFile, requireValidDatabase } from '../databaseFaults.js'
import { draftOf } from '../drafts.js'
import { siteOn } from '../extensionsOf.js'
import { openServerDatabase } from '../postgresDatabase.js'
import { StartError } from '../startError.js'
import { stopSignals } from '../stopSignals.js'
import { copyDatabase } from './copyDatabase.js'
import { unfinishedUpgrade, versionsOf } from './schemaRefusal.js'
import { finishSite } from './upgrading.js'

type ReplicaReading = Pick<PostgresStoreOptions, 'replicas'>

/**
 * Opens the database of a site for reading. Does not modify a database with an older schema, but sets the `upgraded`
 * property of the store. Throws a StartError if the database cannot be opened.
 */
export async function openToRead(config: Config, options: ReplicaReading = {}): Promise<SqliteStore | PostgresStore> {
  if (config.databaseUrl === undefined) return openFileToRead(config)
  const { databaseUrl: url, dataDir, readers } = config
  const finish = (store: PostgresStore) => finishUpgraded(store, config)
  return openServerDatabase({ url, dataDir, readers, fill: null, older: 'read', finish, ...options })
}

const finishUpgraded = async (store: PostgresStore, config: Config): Promise<void> => {
  if (store.upgraded) await finishSite(store, config, { upgrades: true })
}

async function openFileToRead(config: Config): Promise<SqliteStore> {
  requireDatabase(config.dataDir)
  const file = databaseFile(config.dataDir)
  try {
    requireValidDatabase(file)
    if (!isOlderFile(file)) return openDatabase(file, { readers: config.readers })
    return await openUpgradedCopy(file, store => finishSite(store, config, { upgrades: true }))
  } catch (error) {
    throw asStartError(file, error)
  }
}

interface Reading<T> {
  readonly onOlder: (line: string) => void
  readonly read: (site: Site) => Promise<T>
}

/**
 * Opens a site for reading, and runs `read` on the site. Throws a StartError if no site exists or the upgrade of the
 * site was interrupted.
 */
export async function readSite<T>(config: Config, { onOlder, read }: Reading<T>): Promise<T> {
  const store = await openToRead(config)
  try {
    const { upgraded } = store
    if (upgraded)
      onOlder(`The database ${versionsOf({ version: upgraded.from, supported: upgraded.to })}; it is left unchanged.`)
    const site = await siteOn(store, config)
    if (await site.needsInitializing()) throw new StartError(unfinishedUpgrade)
    return await read(site)
  } finally {
    await store.close()
  }
}

/**
 * Opens an upgraded copy of a database without modifying the database. The copy is a file in the same directory that
 * only its owner may read. The copy is removed when `close` is called, if `finish` fails, or if the program is
 * interrupted. Throws a StartError if there is not enough space.
 */
export async function openUpgradedCopy(
  file: string,
  finish: (store: SqliteStore) => Promise<unknown>,
): Promise<SqliteStore> {
  const copy = draftOf(file)
  const remove = removalOf(copy)
  try {
    copyDatabase(file, copy)
    const store = openDatabase(copy, { older: 'upgrade' })
    return await afterTask({ ...store, close: () => store.close().finally(remove) }, finish)
  } catch (error) {
    remove()
    throw error
  }
}

/** Returns a function that removes the file. The file is also removed when a signal ends the program. */
function removalOf(file: string): () => void {
  const discard = (): void => {
    for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true })
  }
  const stop = (signal: NodeJS.Signals): void => {
    remove()
    // Other listeners of the signal stop the program. If there are none, the signal must be sent again to end the
    // program.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
  }
  const remove = (): void => {
    for (const signal of stopSignals) process.off(signal, stop)
    discard()
  }
  discard()
  for (const signal of stopSignals) process.on(signal, stop)
  return remove
}
