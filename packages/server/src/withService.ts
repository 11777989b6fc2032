import { asOwner } from '@plenum/core'
import type { OpenedService } from './commandContext.js'
import { compose, type Output } from './compose.js'
import type { Config } from './config.js'
import { requireDatabase } from './database.js'

/**
 * Opens the service, runs `task`, and closes the service even if `task` fails. Throws a StartError if no site exists.
 */
export async function withService<T>(
  task: (service: OpenedService, config: Config) => Promise<T>,
  { config, output }: { config: Config; output: Output },
): Promise<T> {
  if (config.databaseUrl === undefined) requireDatabase(config.dataDir)
  const service = await compose(config, output, { makesSite: false })
  try {
    return await task({ ...service, asOwner }, config)
  } finally {
    await service.close()
  }
}
