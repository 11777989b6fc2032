import { rmSync } from 'node:fs'
import type { SqliteStore } from '@plenum/sql-store'
import { afterTask, openDatabase } from '../database.js'
import { draftOf } from '../drafts.js'
import { stopSignals } from '../stopSignals.js'
import { copyDatabase } from './copyDatabase.js'

/**
 * Opens an upgraded copy of a database, which itself is not modified. The copy is a file in the same folder that only
 * its owner may read. It is removed by `close`, if `finish` fails, and when the program is interrupted. Throws a
 * StartError if there is no space for the copy.
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

/** Returns a function that removes a database file. Signals that would end the program also remove it. */
function removalOf(file: string): () => void {
  const discard = (): void => {
    for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true })
  }
  const stop = (signal: NodeJS.Signals): void => {
    remove()
    // Other listeners shut down in an orderly way and then end the program.
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
