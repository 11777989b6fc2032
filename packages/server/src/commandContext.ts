import type { asOwner } from '@plenum/core'
import type { Output, Service } from './compose.js'
import type { Config } from './config.js'
import type { Import } from './imports/rehearse.js'
import type { Environment } from './settings/recordReads.js'

/** The opened data, with core's function for operations as the owner. */
export interface OpenedService extends Service {
  readonly asOwner: typeof asOwner
}

export type Task = (service: OpenedService, config: Config) => Promise<void>

/** Functions that the program provides to its commands. */
export interface CommandContext {
  readonly output: Output
  /** The environment variables of the process. */
  environment(): Environment
  /** The settings of these variables. Rejects with a ConfigError. */
  config(): Promise<Config>
  /** Opens the data, runs `task`, and always closes the data. Rejects with a StartError if there is no site. */
  withService(task: Task): Promise<void>
  /** Imports into the site, which is created if it does not exist. If nothing is imported, the program fails. */
  importInto(incoming: Import): Promise<void>
  /** Sets the exit code of the program to 1. */
  fail(): void
}
