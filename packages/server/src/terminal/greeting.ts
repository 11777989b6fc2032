import type { Config } from '../config.js'
import { databaseLocation } from '../database.js'

export interface Started {
  readonly url: string
  /** Whether this start of the service has created the administrator and printed the password. */
  readonly isNew: boolean
}

/**
 * Returns the lines that are printed at a terminal when the service begins to listen: its address, the administrator
 * and suggestions.
 */
export function greeting(config: Config, { url, isNew }: Started): readonly string[] {
  const { adminUser, emptySite } = config
  const { store, place } = databaseLocation(config)
  const database = store === 'sqlite' ? `the SQLite database ${place}` : `the PostgreSQL database ${place}`
  const administrator = `The administrator is ${adminUser}; to set a new password, run \`npx plenum user password ${adminUser}\`.`
  return [
    `Plenum is running at ${url} with ${database}; press Ctrl-C to stop it.`,
    ...(isNew ? [] : [administrator]),
    `Try it: open ${url}/@schedule, log in at ${url}/login, or run: curl '${url}/@search?SearchableText=gulls'`,
    ...(emptySite ? [`To set up the conference, log in and open ${url}/@@setup`] : []),
    emptySite
      ? 'To import a programme, run `npx plenum import schedule FILE`; `npx plenum --help` lists all commands.'
      : 'To remove the demonstration, run `npx plenum demo remove`; `npx plenum --help` lists all commands.',
  ]
}
