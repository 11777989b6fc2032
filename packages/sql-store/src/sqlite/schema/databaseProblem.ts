import type { SchemaUpgrade } from '../../shared/schemaVersions.js'
import type { SqliteDatabase } from '../database.js'
import { migrations } from './migrations.js'

/** The reason why a file cannot be the database of a site. */
export type DatabaseProblem = 'empty' | 'foreign' | 'newer' | 'broken' | 'no-user' | 'no-root'

const ownTables = ['store', 'node', 'user']

export interface ProblemOptions {
  /** Whether the entire file is checked for corruption. */
  readonly thorough: boolean
  /**
   * The file size in bytes, or null if the size cannot be checked because a write-ahead log contains changes that are
   * not yet in the file.
   */
  readonly size: number | null
}

/**
 * Returns the reason why a database is not a valid site database, or null if the database is valid. Writes nothing.
 * Rethrows driver errors that do not indicate such a reason.
 */
export function databaseProblem(database: SqliteDatabase, options: ProblemOptions): DatabaseProblem | null {
  try {
    return formProblem(database) ?? damage(database, options) ?? contentProblem(database)
  } catch (error) {
    const problem = problemOf(error)
    if (problem) return problem
    throw error
  }
}

/**
 * Returns the schema versions of the database and of this program if the database has an earlier version. Otherwise,
 * returns null. Writes nothing.
 */
export function olderSchema(database: SqliteDatabase): SchemaUpgrade | null {
  const [from = 0] = rowsOf<number>(database, 'PRAGMA user_version')
  return from > 0 && from < migrations.length ? { from, to: migrations.length } : null
}

function formProblem(database: SqliteDatabase): DatabaseProblem | null {
  const tables = texts(database, `SELECT name FROM sqlite_schema WHERE type = 'table'`)
  if (tables.length === 0) return 'empty'
  const [version = 0] = rowsOf<number>(database, 'PRAGMA user_version')
  if (version < 1 || !ownTables.every(table => tables.includes(table))) return 'foreign'
  return version > migrations.length ? 'newer' : null
}

function damage(database: SqliteDatabase, { thorough, size }: ProblemOptions): DatabaseProblem | null {
  const [pageSize = 1] = rowsOf<number>(database, 'PRAGMA page_size')
  if (size !== null && size % pageSize > 0) return 'broken'
  return !thorough || texts(database, 'PRAGMA quick_check(1)')[0] === 'ok' ? null : 'broken'
}

function contentProblem(database: SqliteDatabase): DatabaseProblem | null {
  if (rowsOf(database, 'SELECT doc FROM user LIMIT 1').length === 0) return 'no-user'
  return rowsOf(database, `SELECT 1 FROM node n JOIN node_doc d ON d.seq = n.seq WHERE n.path = '/'`).length === 0
    ? 'no-root'
    : null
}

const rowsOf = <Value>(database: SqliteDatabase, text: string): Value[] =>
  (database.prepare(text).all([]) as Record<string, Value>[]).flatMap(row => Object.values(row).slice(0, 1))

const texts = (database: SqliteDatabase, text: string): string[] => rowsOf<string>(database, text)

/**
 * Returns the problem that an error indicates. SQLITE_ERROR is caused by a missing column, which means that the table
 * belongs to a different program.
 */
function problemOf(error: unknown): DatabaseProblem | null {
  const code = String((error as { readonly code?: unknown } | null)?.code)
  if (code === 'SQLITE_NOTADB' || code === 'SQLITE_ERROR') return 'foreign'
  return code.startsWith('SQLITE_CORRUPT') ? 'broken' : null
}
