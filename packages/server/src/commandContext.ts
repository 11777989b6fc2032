import type { asOwner } from '@plenum/core'
import type { Output, Service } from './compose.js'
import type { Config, Environment } from './configuration.js'
import type { Import } from './imports/import.js'

/** The opened data, with the function of core that commands use it by. */
export interface OpenedService extends Service {
  readonly asOwner: typeof asOwner
}

export type Task = (service: OpenedService, config: Config) => Promise<void>

/** The functions of the program that its commands use. */
export interface CommandContext {
  readonly output: Output
  /** The variables of the process. */
  environment(): Environment
  /** What they say. Rejects with a ConfigError. */
  config(): Promise<Config>
  /** Opens the data, calls `work`, and closes the data in all cases. Rejects with a StartError when there is no site. */
  withService(task: Task): Promise<void>
  /** Imports into the site, or into a new one where there is none. Where nothing is imported, the program fails. */
  importInto(incoming: Import): Promise<void>
  /** Makes the program exit with the code 1 when it is done. */
  fail(): void
}
