import type { Config } from '../configuration.js'
import { databasePlace } from '../databasePlace.js'

export interface Started {
  readonly url: string
  /** Whether the password of the administrator was just printed. */
  readonly isNew: boolean
}

/** Lines for a person at a terminal when the service listens: its address, the administrator and suggestions. */
export function greeting(config: Config, { url, isNew }: Started): readonly string[] {
  const { adminUser, emptySite } = config
  const { store, place } = databasePlace(config)
  const database = store === 'sqlite' ? `the SQLite database ${place}` : `the PostgreSQL database ${place}`
  const administrator = `The administrator is ${adminUser}; \`npx plenum user password ${adminUser}\` sets a new password.`
  return [
    `Plenum is at ${url} with ${database}; Ctrl-C stops it.`,
    ...(isNew ? [] : [administrator]),
    `To try: look at ${url}/@schedule, log in at ${url}/login, or run: curl '${url}/@search?SearchableText=gulls'`,
    emptySite
      ? 'A programme comes in by `npx plenum import schedule FILE`; `npx plenum --help` tells of all commands.'
      : '`npx plenum demo remove` takes the demonstration away; `npx plenum --help` tells of all commands.',
  ]
}
