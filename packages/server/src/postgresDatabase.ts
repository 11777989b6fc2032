import { existsSync } from 'node:fs'
import {
  type PostgresStore,
  type PostgresStoreOptions,
  postgresHoldsSite,
  postgresStore,
  SchemaError,
} from '@plenum/sql-store'
import type { Config } from './config.js'
import { afterTask, databaseFile, placeOf } from './database.js'
import { NoSiteError, StartError } from './startError.js'
import { newerServer, olderServer } from './upgrade/schemaRefusal.js'

export interface ServerDatabase extends PostgresStoreOptions {
  readonly dataDir: string
  /** Creates the site in an empty database. If the value is null, opening an empty database throws a StartError. */
  readonly fill: ((store: PostgresStore) => Promise<void>) | null
  /** Called while other processes are still waiting to start. */
  finish?(store: PostgresStore): Promise<void>
}

/**
 * Opens the database with the URL in `DATABASE_URL`. Throws a StartError if the database cannot be used, or if the
 * database is empty although the data directory contains a site, because that site would appear to be lost. Error
 * messages do not contain the password.
 */
export async function openServerDatabase(database: ServerDatabase): Promise<PostgresStore> {
  const { dataDir, fill, finish, ...options } = database
  try {
    const opened = await postgresStore({ older: 'refuse', creates: fill !== null, ...options })
    return await afterTask(opened, store =>
      store.fillOnce({
        refuse: () => refuseEmpty(dataDir, fill !== null),
        fill: async () => await fill?.(store),
        finish: async () => await finish?.(store),
      }),
    )
  } catch (error) {
    // This error means that the database has no tables, and that the options do not permit their creation.
    if (error instanceof SchemaError && error.version === 0) refuseEmpty(dataDir, false)
    throw asStartError(error, options.url)
  }
}

function refuseEmpty(dataDir: string, makesSite: boolean): void {
  const file = databaseFile(dataDir)
  if (existsSync(file))
    throw new StartError(
      [
        `DATABASE_URL: the database is empty, but ${file} contains a site. To copy it:`,
        `plenum copy --from '${dataDir}' --to "$DATABASE_URL"`,
        'For a new site, set DATA_DIR to another directory.',
      ].join('\n  '),
    )
  if (!makesSite)
    throw new NoSiteError(
      'DATABASE_URL: the database does not contain a site. Name the database of a site, or create a site there with `plenum serve`.',
    )
}

const remedies: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no server is listening there; make sure that it is running and that host and port are correct.',
  ENOTFOUND: 'the hostname cannot be resolved. In a password, percent-encode characters such as @, / and #.',
  EAI_AGAIN: 'the hostname cannot be resolved at the moment.',
  ETIMEDOUT: 'the server does not respond.',
  '28P01': 'wrong user or password.',
  '28000': 'the server does not accept connections from this user.',
  '3D000': 'the database does not exist; create it with `createdb --encoding=UTF8`.',
  '42501': 'allow this user to create tables in it.',
  '53300': 'the server has no free connections; raise its limit, or lower READERS.',
}

/**
 * Converts a known database error to a StartError. The message contains the host and the database in the URL, but
 * neither the user nor the password. Returns all other errors unchanged.
 */
function asStartError(error: unknown, url: string): unknown {
  if (error instanceof StartError) return error
  if (error instanceof SchemaError) return schemaProblem('DATABASE_URL: the database', error)
  const { code, message } = (error ?? {}) as NodeJS.ErrnoException
  const remedy = remedies[String(code)]
  if (remedy) return new StartError(`DATABASE_URL: ${placeOf(url)} cannot be used (${code}): ${remedy}`)
  const isSilent = /^(?:timeout expired|timeout exceeded|Connection terminated|Query read timeout)/.test(message ?? '')
  const isRefused = message?.startsWith('The database ')
  return isSilent || isRefused ? new StartError(`DATABASE_URL: ${placeOf(url)}: ${message}`) : error
}

export const schemaProblem = (label: string, error: SchemaError): StartError =>
  error.version < error.supported ? olderServer(label, error) : newerServer(label, error)

/** Whether the configured database contains a site. Does not write anything. */
export async function holdsSite({ databaseUrl, dataDir }: Config): Promise<boolean> {
  if (databaseUrl === undefined) return existsSync(databaseFile(dataDir))
  return postgresHoldsSite(databaseUrl).catch(error => {
    throw asStartError(error, databaseUrl)
  })
}

export const replicaOptions = ({
  databaseReadUrls: urls,
  replicaMaxLag,
}: Config): Pick<PostgresStoreOptions, 'replicas'> =>
  urls.length > 0 ? { replicas: { urls, maxLag: replicaMaxLag * 1000 } } : {}
