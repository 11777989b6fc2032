import { existsSync } from 'node:fs'
import type { Config } from '../configuration.js'
import { databaseFile } from '../database.js'
import { asStartError } from '../postgresDatabase.js'

/** Whether there is a site at the place of the configuration. Writes nothing. */
export async function holdsSite({ databaseUrl, dataDir }: Config): Promise<boolean> {
  if (databaseUrl === undefined) return existsSync(databaseFile(dataDir))
  // Loaded only here: others need not have its driver.
  const { postgresHoldsSite } = await import('@plenum/sql-store')
  return postgresHoldsSite(databaseUrl).catch(error => {
    throw asStartError(error)
  })
}
