import { readdirSync } from 'node:fs'
import path from 'node:path'

/**
 * Returns the name of the draft: the file in which this process creates a database. When the database is complete, it
 * gets the name `file`.
 */
export const draftOf = (file: string): string => `${file}.${process.pid}.new`

/** Returns the drafts that killed processes have left behind, and the logs of these drafts. */
export function abandonedDrafts(file: string): readonly string[] {
  const folder = path.dirname(file)
  const drafts = readdirSync(folder).filter(name => isAbandoned(name, path.basename(file)))
  return drafts.map(name => path.join(folder, name))
}

function isAbandoned(name: string, database: string): boolean {
  const pid = name.startsWith(`${database}.`) ? /^(\d+)\.new/.exec(name.slice(database.length + 1))?.[1] : undefined
  return pid !== undefined && !isRunning(Number(pid))
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
