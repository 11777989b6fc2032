import { fillSite, type Output } from '../compose.js'
import type { Config } from '../configuration.js'
import { databaseFile, makeNewDatabase } from '../database.js'
import { openServerDatabase } from '../postgresDatabase.js'
import { StartError } from '../startError.js'
import { type ImportTask, rehearse } from './rehearse.js'

/**
 * Creates the configured site together with an import, all or nothing. Output is delayed until the outcome is known.
 * False if the import was refused.
 */
export async function makeSiteWith(task: ImportTask, config: Config, output: Output): Promise<boolean> {
  const lines: string[] = []
  const later: Output = { say: line => void lines.push(line) }
  const isDone =
    config.databaseUrl === undefined
      ? await makeFile(task, config, later)
      : await fillServer(task, { ...config, databaseUrl: config.databaseUrl }, later)
  for (const line of lines) output.say(line)
  return isDone
}

/** Aborts the creation of a site whose import was refused. */
class Refused extends Error {}

async function makeFile(task: ImportTask, config: Config, output: Output): Promise<boolean> {
  try {
    await makeNewDatabase(databaseFile(config.dataDir), store => fillBy(task, { store, config, output }))
    return true
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}

/** Creates tables on a server only after a successful rehearsal of the import. */
async function fillServer(
  task: ImportTask,
  config: Config & { readonly databaseUrl: string },
  output: Output,
): Promise<boolean> {
  const refusal: string[] = []
  if (!(await rehearse(task, config, { say: line => void refusal.push(line) }))) {
    for (const line of refusal) output.say(line)
    return false
  }
  const { databaseUrl: url, dataDir } = config
  let isFilled = false
  const fill = async (store: Parameters<typeof fillSite>[0]): Promise<void> => {
    await fillBy(task, { store, config, output })
    isFilled = true
  }
  try {
    const store = await openServerDatabase({ url, dataDir, fill })
    await store.close()
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
  if (!isFilled)
    throw new StartError('Another program has created a site in the database in the meantime. Run the import again.')
  return true
}

interface NewSite {
  readonly store: Parameters<typeof fillSite>[0]
  readonly config: Config
  readonly output: Output
}

async function fillBy(task: ImportTask, { store, config, output }: NewSite): Promise<void> {
  const announced: string[] = []
  const site = await fillSite(store, config, { say: line => void announced.push(line) })
  if (!(await task(site, { config, isDry: false, output }))) throw new Refused()
  for (const line of announced) output.say(line)
}
