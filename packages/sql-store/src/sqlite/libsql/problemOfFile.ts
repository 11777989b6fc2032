import { existsSync, statSync } from 'node:fs'
import { type DatabaseProblem, databaseProblem } from '../schema/databaseProblem.js'
import { readLibsql } from './openLibsql.js'

/** The maximum size, in bytes, of files that are checked for corruption. */
const maxThorough = 2 * 1024 ** 3

/**
 * Returns the reason why an existing file is not the database of a site, or null if the file is valid. The file is not
 * changed. Files of at most 2 GiB are also checked for corruption.
 */
export function problemOfFile(file: string): DatabaseProblem | null {
  const stats = statSync(file)
  if (!stats.isFile()) return 'foreign'
  if (stats.size === 0) return 'empty'
  const log = `${file}-wal`
  const hasLog = existsSync(log) && statSync(log).size > 0
  const options = { thorough: stats.size <= maxThorough, size: hasLog ? null : stats.size }
  return readLibsql(file, database => databaseProblem(database, options))
}
