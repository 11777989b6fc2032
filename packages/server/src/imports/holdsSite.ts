import { existsSync } from 'node:fs'
import type { Config } from '../configuration.js'
import { databaseFile } from '../database.js'
import { asStartError } from '../postgresDatabase.js'

/** Whether the configured location contains a site. Writes nothing. */
export async function holdsSite({ databaseUrl, dataDir }: Config): Promise<boolean> {
  if (databaseUrl === undefined) return existsSync(databaseFile(dataDir))
  // Imported lazily: the driver is an optional dependency.
  const { postgresHoldsSite } = await import('@plenum/sql-store')
  return postgresHoldsSite(databaseUrl).catch(error => {
    throw asStartError(error)
  })
}
