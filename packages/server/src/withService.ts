import { asOwner } from '@plenum/core'
import type { Work } from './commands.js'
import { compose, type Output } from './compose.js'
import type { Config } from './config.js'
import { requireDatabase } from './database.js'

interface ServiceOptions {
  readonly config: Config
  readonly output: Output
  /** Whether a site is made where there is none; else that is a StartError. */
  readonly makesSite: boolean
}

/** Opens the data, calls `work`, and closes the data in all cases. */
export async function withService(work: Work, { config, output, makesSite }: ServiceOptions): Promise<void> {
  if (!makesSite && config.databaseUrl === undefined) requireDatabase(config.dataDir)
  const service = await compose(config, output, { makesSite })
  try {
    await work({ ...service, asOwner }, config)
  } finally {
    await service.close()
  }
}
