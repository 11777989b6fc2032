import type { asOwner } from '@plenum/core'
import type { Output, Service } from './compose.js'
import type { Config } from './config.js'
import type { Import } from './imports/rehearse.js'
import type { Environment } from './settings/recordReads.js'

export interface OpenedService extends Service {
  readonly asOwner: typeof asOwner
}

export type Task = (service: OpenedService, config: Config) => Promise<void>

export interface CommandContext {
  readonly output: Output
  environment(): Environment
  /** Reads the settings from environment variables. Rejects with a ConfigError if a setting is invalid. */
  config(): Promise<Config>
  /**
   * Opens the data, runs `task`, and closes the data even if `task` fails. Rejects with a StartError if no site
   * exists.
   */
  withService(task: Task): Promise<void>
  /**
   * Runs an import into the site. If necessary, the site is created first. If nothing is imported, sets the exit code
   * of the program to 1.
   */
  importInto(incoming: Import): Promise<void>
  fail(): void
}
