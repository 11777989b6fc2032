import { accessSync, constants, existsSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { asStartError, requireValidDatabase } from '../databaseFaults.js'
import { abandonedDrafts } from '../drafts.js'
import { StartError } from '../startError.js'
import { fault, notice, type Problem } from './problem.js'

/** Returns the notice for a database without a site. This is not a fault, because the service creates the site. */
export const noSite = (location: string, setting: 'DATA_DIR' | 'DATABASE_URL'): Problem =>
  notice(
    `There is no site at ${location}.`,
    `Create a site with \`plenum serve\`, or restore one with \`plenum restore\`. If the site exists, correct ${setting}.`,
  )

/**
 * Returns the problem that prevents the service from starting with a database file, or null if the service can start.
 */
export function checkDatabase(file: string): Problem | null {
  if (!existsSync(file)) return noSite(file, 'DATA_DIR')
  try {
    accessSync(path.dirname(file), constants.W_OK)
    requireValidDatabase(file)
    return null
  } catch (error) {
    const startError = asStartError(file, error)
    if (!(startError instanceof StartError)) throw startError
    return fault(startError.message, 'Follow the advice in the message; `plenum restore` restores a backup.')
  }
}

/** Reports drafts that killed processes have left behind. If `isRepairing` is true, the drafts are also removed. */
export function checkDrafts(file: string, isRepairing: boolean): readonly Problem[] {
  const abandoned = abandonedDrafts(file)
  if (isRepairing) for (const draft of abandoned) rmSync(draft, { force: true })
  if (abandoned.length === 0 || isRepairing) return []
  return [
    notice(
      `An import, a restore, an upgrade, a first start or a read of an older database was interrupted and left behind ${abandoned.join(', ')}.`,
      'Delete them, or run with --repair.',
    ),
  ]
}

const largeLog = 1024 ** 3

/**
 * Reports an unusually large log, which can indicate that a long-running reader prevents the log from being emptied.
 */
export function checkLog(file: string): readonly Problem[] {
  const size = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0
  if (size < largeLog) return []
  const gigabytes = (size / 1024 ** 3).toFixed(1)
  return [
    notice(
      `The log ${file}-wal has ${gigabytes} GB.`,
      'Look for a program that has been reading from the database for a long time, such as a hung backup, and stop it.',
    ),
  ]
}
