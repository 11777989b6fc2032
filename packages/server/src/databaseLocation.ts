import type { Config } from './configuration.js'
import { databaseFile } from './database.js'

/** The location of the data: a file, or the host and name of a PostgreSQL database, without user and password. */
export interface DatabaseLocation {
  readonly store: 'sqlite' | 'postgresql'
  readonly place: string
}

export function databaseLocation({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): DatabaseLocation {
  if (databaseUrl === undefined) return { store: 'sqlite', place: databaseFile(dataDir) }
  const { host, pathname, searchParams } = new URL(databaseUrl)
  return { store: 'postgresql', place: `${host || (searchParams.get('host') ?? '')}${pathname}` }
}
