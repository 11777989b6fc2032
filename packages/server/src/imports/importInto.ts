import type { Stores } from '@plenum/platform'
import { fillSite, type Output } from '../compose.js'
import type { Config } from '../config.js'
import { databaseFile, makeNewDatabase } from '../database.js'
import { holdsSite, openServerDatabase } from '../postgresDatabase.js'
import { ignoredVariables } from '../settings/newSiteVariables.js'
import { StartError } from '../startError.js'
import { withService } from '../withService.js'
import { displayedSource } from './fetchSchedule.js'
import { orNotImported } from './notImported.js'
import { type Import, type ImportTask, rehearse } from './rehearse.js'

/**
 * Imports into the configured site. If no site exists, the site is created together with the import. A rejected import
 * or a dry run therefore leaves neither a site nor a directory, and prints no password. Resolves to false if nothing
 * was imported.
 */
export async function importInto(incoming: Import, config: Config, output: Output): Promise<boolean> {
  const { source, isDry } = incoming
  const read = (run: (task: ImportTask) => Promise<boolean>) =>
    orNotImported(displayedSource(source), async () => {
      const task = await incoming.read(output)
      return task !== null && (await run(task))
    })
  if (await holdsSite(config)) {
    const run = { config, isDry, output }
    return withService(({ site }) => {
      const ignored = ignoredVariables(config.newSiteVariables)
      if (ignored !== null) process.stderr.write(`${ignored}\n`)
      return read(task => task(site, run))
    }, run)
  }
  // The new site does not contain the demonstration, which is intended only for people who try out the service.
  const forNewSite = { ...config, emptySite: true }
  const make = isDry ? rehearse : makeSiteWith
  return read(task => make(task, forNewSite, output))
}

/**
 * Creates the configured site and imports into it atomically. The output is delayed until the outcome is known.
 * Resolves to false if the site rejected the import.
 */
async function makeSiteWith(task: ImportTask, config: Config, output: Output): Promise<boolean> {
  const lines: string[] = []
  const isDone = await make(task, config, { say: line => void lines.push(line) }).then(() => true, isRefusal)
  for (const line of lines) output.say(line)
  return isDone
}

class Refused extends Error {}

function isRefusal(error: unknown): false {
  if (error instanceof Refused) return false
  throw error
}

async function make(task: ImportTask, config: Config, output: Output): Promise<void> {
  const { databaseUrl: url, dataDir } = config
  const fill = async (store: Stores): Promise<void> => {
    const announced: string[] = []
    const site = await fillSite(store, config, { say: line => void announced.push(line) })
    if (!(await task(site, { config, isDry: false, output }))) throw new Refused()
    for (const line of announced) output.say(line)
  }
  if (url === undefined) return makeNewDatabase(databaseFile(dataDir), fill)
  await requireRehearsal(task, config, output)
  let isFilled = false
  const fillServer = async (store: Stores): Promise<void> => {
    await fill(store)
    isFilled = true
  }
  const store = await openServerDatabase({ url, dataDir, fill: fillServer })
  await store.close()
  if (!isFilled)
    throw new StartError('Another program has created a site in the database in the meantime. Run the import again.')
}

/**
 * Imports into a temporary in-memory site, and rejects if this import fails. Tables are created on a database server
 * only after such a rehearsal.
 */
async function requireRehearsal(task: ImportTask, config: Config, output: Output): Promise<void> {
  const refusal: string[] = []
  if (await rehearse(task, config, { say: line => void refusal.push(line) })) return
  for (const line of refusal) output.say(line)
  throw new Refused()
}
