import type { Output } from '../compose.js'
import type { Config } from '../config.js'
import { holdsSite } from '../postgresDatabase.js'
import { ignoredVariables } from '../settings/newSiteVariables.js'
import { withService } from '../withService.js'
import { makeSiteWith } from './makeSiteWith.js'
import { orNotImported } from './notImported.js'
import { type Import, type ImportTask, rehearse } from './rehearse.js'

/**
 * Imports into the site of the configuration. If there is none, it is created together with the import: a refused
 * import or a dry run leaves neither a site nor a folder, and prints no password. False if nothing was imported.
 */
export async function importInto(incoming: Import, config: Config, output: Output): Promise<boolean> {
  const { source, isDry } = incoming
  const read = (run: (task: ImportTask) => Promise<boolean>) =>
    orNotImported(source, async () => {
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
  // The demonstration is for people who start the service to look at it.
  const forNewSite = { ...config, emptySite: true }
  const make = isDry ? rehearse : makeSiteWith
  return read(task => make(task, forNewSite, output))
}
