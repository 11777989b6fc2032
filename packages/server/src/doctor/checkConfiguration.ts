import type { Extensions } from '@plenum/core'
import { extensionsOf } from '../compose.js'
import { type Config, ConfigError, type Environment, readConfig } from '../config.js'
import { StartError } from '../startError.js'
import { fault, type Problem } from './problem.js'

interface Configured {
  readonly problems: readonly Problem[]
  /** Null where the service would not start with them. */
  readonly settings: { readonly config: Config; readonly extensions: Extensions } | null
}

/** Reads the settings as a start does. */
export async function checkConfiguration(env: Environment): Promise<Configured> {
  try {
    const config = readConfig(env)
    return { problems: [], settings: { config, extensions: await extensionsOf(config) } }
  } catch (error) {
    const told = error instanceof ConfigError ? error.problems : error instanceof StartError ? [error.message] : null
    if (!told) throw error
    const problems = told.map(what => fault(what, 'Set the variable as docs/configuration.md says.'))
    return { problems, settings: null }
  }
}
