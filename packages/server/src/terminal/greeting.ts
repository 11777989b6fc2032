import path from 'node:path'
import type { Config } from '../config.js'
import { databaseLocation } from '../database.js'

export interface Started {
  readonly url: string
  /** Whether this start of the service has created the administrator and printed the password. */
  readonly isNew: boolean
}

/**
 * Returns the lines that are printed at a terminal when the service starts to accept connections: its URL, the
 * administrator and suggestions.
 */
export function greeting(config: Config, { url, isNew }: Started): readonly string[] {
  const { adminUser, emptySite } = config
  const { store, place } = databaseLocation(config)
  const database = store === 'sqlite' ? `the SQLite database ${place}` : `the PostgreSQL database ${place}`
  const plenum = commandFor(config)
  return [
    `Plenum is running at ${url} with ${database}; press Ctrl-C to stop it.`,
    ...(isNew
      ? []
      : [`The administrator is ${adminUser}; to set a new password, run \`${plenum} user password ${adminUser}\`.`]),
    ...(emptySite ? emptySiteHints(url, plenum) : demonstrationHints(url, plenum)),
  ]
}

const emptySiteHints = (url: string, plenum: string) => [
  `To set up the conference, log in at ${url}/login and open ${url}/@@setup`,
  `To import a programme, run \`${plenum} import schedule FILE\`; \`npx plenum --help\` lists all commands.`,
]

const demonstrationHints = (url: string, plenum: string) => [
  `Try it: open ${url}/@schedule, log in at ${url}/login, or run: curl '${url}/@search?SearchableText=gulls'`,
  `To remove the demonstration, run \`${plenum} demo remove\`; \`npx plenum --help\` lists all commands.`,
]

/**
 * Returns the beginning of a command for this site. A command requires DATA_DIR unless the site is in the default
 * directory.
 */
function commandFor({ databaseUrl, dataDir }: Config): string {
  if (databaseUrl !== undefined || dataDir === path.resolve('var')) return 'npx plenum'
  const isPlain = /^[\w./-]+$/.test(dataDir)
  return `DATA_DIR=${isPlain ? dataDir : `'${dataDir.replaceAll("'", String.raw`'\''`)}'`} npx plenum`
}
