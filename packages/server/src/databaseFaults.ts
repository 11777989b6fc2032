import { accessSync, constants, existsSync } from 'node:fs'
import { type DatabaseProblem, olderSchema, SchemaError } from '@plenum/sql-store'
import { problemOfFile, readLibsql } from '@plenum/sql-store/libsql'
import { StartError } from './startError.js'
import { olderFile } from './upgrade/schemaRefusal.js'

const makeNew = 'restore it from a backup, or move it away to have a new site created at the next start.'

const problems: Readonly<Record<DatabaseProblem, string>> = {
  empty: `is empty; ${makeNew}`,
  broken: `is damaged; ${makeNew}`,
  'no-user': `has no user: nobody could log in; ${makeNew}`,
  'no-root': `has no site root; ${makeNew}`,
  foreign: 'is not a Plenum database; name another directory, or move the file away.',
  newer: 'was written by a newer version of Plenum; start that version, or restore a backup of this version.',
}

/** Throws a StartError if the file is not a valid database. Does not change the file. */
export function requireValidDatabase(file: string): void {
  for (const ending of ['', '-wal', '-shm'])
    if (existsSync(file + ending)) accessSync(file + ending, constants.R_OK | constants.W_OK)
  const problem = problemOfFile(file)
  if (problem) throw new StartError(`DATA_DIR: ${file} ${problems[problem]}`)
}

/** Whether a valid database has an older schema. Neither changes the file nor empties its log. */
export const isOlderFile = (file: string): boolean => readLibsql(file, database => olderSchema(database) !== null)

const remedies: Readonly<Record<string, string>> = {
  SQLITE_FULL: 'free some space on its disk.',
  ENOSPC: 'free some space on its disk.',
  EDQUOT: 'free some space on its disk.',
  SQLITE_READONLY: 'let this user write to it and to its directory.',
  EACCES: 'let this user read and write it.',
  EPERM: 'let this user read and write it.',
  EROFS: 'name a directory on a writable disk.',
  SQLITE_BUSY: 'another program is holding a lock on it; stop that program, or try again.',
  SQLITE_LOCKED: 'another program is holding a lock on it; stop that program, or try again.',
  SQLITE_CORRUPT: makeNew,
  SQLITE_NOTADB: makeNew,
  SQLITE_IOERR: 'check its disk.',
  EIO: 'check its disk.',
  SQLITE_CANTOPEN: 'let this user read and write it, and let the process open enough files (`ulimit -n`).',
  EMFILE: 'let the process open more files (`ulimit -n`).',
  ENFILE: 'let the machine open more files.',
}

/**
 * Converts a known error of the database or the operating system to a StartError with the file name and a remedy.
 * Returns all other errors unchanged.
 */
export function asStartError(file: string, error: unknown): unknown {
  if (error instanceof SchemaError)
    return error.version < error.supported
      ? olderFile(file, error)
      : new StartError(`DATA_DIR: ${file} ${problems.newer}`)
  const { code, message } = ((error as { readonly cause?: unknown } | null)?.cause ??
    error ??
    {}) as NodeJS.ErrnoException
  // If the driver cannot open a file, the error has no code, so the code is derived from the message.
  const errorCode = !code && message?.startsWith('ConnectionFailed(') ? 'SQLITE_CANTOPEN' : String(code)
  const remedy = Object.entries(remedies).find(([begin]) => errorCode.startsWith(begin))?.[1]
  if (error instanceof StartError || remedy === undefined) return error
  return new StartError(`DATA_DIR: ${file} cannot be used (${errorCode}): ${remedy}`)
}
