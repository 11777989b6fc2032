import { existsSync } from 'node:fs'
import path from 'node:path'
import { type DatabaseProblem, postgresStore, SchemaError, type SqliteStore, sqliteStore } from '@plenum/sql-store'
import { checkpointInThread, openLibsql, problemOfFile } from '@plenum/sql-store/libsql'

export interface DatabaseChoice {
  readonly database: string
  readonly upgrade: boolean
}

/** A store, and a function that fills an empty database exactly once, even if several processes open the database. */
export interface OpenedStore {
  readonly store: SqliteStore
  fillOnce(fill: () => Promise<void>): Promise<void>
}

const isUrl = (database: string): boolean => /^postgres(?:ql)?:\/\//.test(database)

/** Returns the name of the database for error messages, without a password. */
export const nameOf = (database: string): string =>
  isUrl(database) ? `The PostgreSQL database ${new URL(database).pathname.slice(1)}` : `The database ${database}`

/**
 * Opens the database. If the schema version does not match, throws an Error that describes the problem and its remedy.
 */
export async function openStore(choice: DatabaseChoice): Promise<OpenedStore> {
  try {
    return isUrl(choice.database) ? await openServer(choice) : openFile(choice)
  } catch (error) {
    throw error instanceof SchemaError ? schemaProblem(choice, error) : error
  }
}

const olderOf = ({ upgrade }: DatabaseChoice) => (upgrade ? 'upgrade' : 'refuse')

async function openServer(choice: DatabaseChoice): Promise<OpenedStore> {
  const store = await postgresStore({ url: choice.database, older: olderOf(choice) })
  return { store, fillOnce: fill => store.fillOnce({ fill, finish: fill }) }
}

function openFile(choice: DatabaseChoice): OpenedStore {
  const { database: file } = choice
  requireFile(file)
  const open = () => openLibsql(file)
  const store = sqliteStore({ open, checkpoint: checkpointInThread(file), older: olderOf(choice) })
  return { store, fillOnce: fill => fill() }
}

const problems: Readonly<Partial<Record<DatabaseProblem, string>>> = {
  broken: 'is damaged. Restore it from a backup.',
  foreign: 'is not a Plenum database. Choose another file name.',
}

function requireFile(file: string): void {
  if (file === '' || file === ':memory:')
    throw new TypeError(
      '`database` must be the name of a file or a URL that begins with postgres://. For a site in memory, use createSite with memoryStore().',
    )
  const directory = path.dirname(path.resolve(file))
  if (!existsSync(directory))
    throw new Error(`${nameOf(file)} cannot be created: create the directory ${directory} first.`)
  const problem = existsSync(file) ? problems[problemOfFile(file) ?? 'newer'] : undefined
  if (problem) throw new Error(`${nameOf(file)} ${problem}`)
}

/** The remedy for a database that an older version has written. */
export const upgradeRemedy =
  'Back up the database, stop the other programs that use it, and then call openSite with `upgrade: true`.'

function schemaProblem({ database }: DatabaseChoice, error: SchemaError): Error {
  const versions = `has schema version ${error.version}, but this version of @plenum/site expects version ${error.supported}`
  const remedy =
    error.version < error.supported ? upgradeRemedy : 'Install a newer version of @plenum/site, or restore a backup.'
  return new Error(`${nameOf(database)} ${versions}. ${remedy}`, { cause: error })
}
