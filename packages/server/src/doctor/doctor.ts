import { asOwner, createSite, type Extensions, ModelError, memoryStore, type Site } from '@plenum/core'
import { createNodePlatform, type Stores } from '@plenum/platform'
import type { PostgresStore, SchemaUpgrade, SqliteStore } from '@plenum/sql-store'
import type { Output } from '../compose.js'
import type { Config } from '../config.js'
import { databaseFile, openExistingDatabase, placeOf } from '../database.js'
import { openServerDatabase, replicaOptions } from '../postgresDatabase.js'
import type { Environment } from '../settings/recordReads.js'
import { NoSiteError, StartError } from '../startError.js'
import { openToRead } from '../upgrade/openToRead.js'
import { upgradeOfFile, upgradeOfServer, versionsOf } from '../upgrade/schemaRefusal.js'
import { type Configured, checkConfiguration } from './checkConfiguration.js'
import { checkDatabase, checkDrafts, checkLog, noSite } from './checkDatabase.js'
import { checkClock, checkDatabaseClock, checkDisk, checkSharedCache, checkUpgradeCopies } from './checkMachine.js'
import { checkMailServer, checkOutbox } from './checkMail.js'
import { checkPorts } from './checkPorts.js'
import { checkReplicas } from './checkReplicas.js'
import { checkScheduleFiles } from './checkScheduleFiles.js'
import { examineDeep } from './examineDeep.js'
import { fault, notice, type Problem } from './problem.js'

export interface DoctorOptions {
  /** Whether to examine all stored data. */
  readonly deep: boolean
  /** Whether to repair faults, if the repair does not require a decision by the operator. */
  readonly repair: boolean
}

type Report = (area: string, problems: readonly Problem[]) => void

/** Examines a site and its environment, and writes a report line by line. Resolves to true if no fault remains. */
export async function runDoctor(env: Environment, options: DoctorOptions, output: Output): Promise<boolean> {
  let isSound = true
  const report: Report = (area, problems) => {
    isSound &&= !problems.some(({ isFault }) => isFault)
    output.say(problems.length === 0 ? `${area}: fine.` : `${area}:`)
    for (const { description, remedy, isFault } of problems)
      output.say(`  ${isFault ? 'Fault' : 'Note'}: ${description}\n  Remedy: ${remedy}`)
  }
  const { problems, settings } = await checkConfiguration(env)
  report('Configuration', problems)
  if (!settings) return isSound
  report('Ports', await checkPorts(settings.config))
  const { memoize } = settings.config
  if (memoize.url !== null) report('Shared cache', await checkSharedCache(memoize))
  const { mail } = settings.config
  if (mail) report('Mail server', await checkMailServer(mail))
  await checkSite(settings, options, { report, output })
  return isSound
}

function reportDisk({ dataDir }: Config, { report }: Reporting): void {
  const file = databaseFile(dataDir)
  report('Disk', [...checkDisk(file), ...checkUpgradeCopies(file, Date.now())])
}

interface Reporting {
  readonly report: Report
  readonly output: Output
}

async function checkSite(
  settings: NonNullable<Configured['settings']>,
  options: DoctorOptions,
  reporting: Reporting,
): Promise<void> {
  const { config, extensions } = settings
  const opened =
    config.databaseUrl === undefined
      ? await openFile(config, options)
      : await openServer(config, config.databaseUrl, options)
  reporting.report('Database', opened.problems)
  const { store } = opened
  if (!store) {
    reporting.report('Types and workflows', await checkModel(null, extensions))
    if (config.databaseUrl === undefined && opened.isUnusable) reportDisk(config, reporting)
    return
  }
  try {
    const modelFaults = await checkModel(store, extensions)
    reporting.report('Types and workflows', modelFaults)
    if (config.databaseUrl === undefined) reportDisk(config, reporting)
    if ('replicas' in store && store.replicas) reporting.report('Replicas', await checkReplicas(store.replicas))
    const clocks = [await checkClock(store.content, Date.now()), await checkDatabaseClock(store.content)]
    reporting.report('Clock', clocks.flat())
    const isDeep = options.deep || options.repair
    if (modelFaults.length > 0) return
    const site = createSite(createNodePlatform(store), extensions)
    reporting.report('Timed transitions', await checkPause(site))
    const mails = await checkOutbox(site, config.mail !== undefined)
    if (mails.length > 0) reporting.report('Outbox', mails)
    const parked = await checkSubscribers(site)
    if (parked.length > 0) reporting.report('Change feed', parked)
    const omitted = isDeep ? await checkScheduleFiles(site) : []
    if (omitted.length > 0) reporting.report('Schedule files', omitted)
    if (isDeep) await checkDeep(site, options, reporting)
  } finally {
    await store.close()
  }
}

type Store = SqliteStore | PostgresStore

interface Opened {
  readonly problems: readonly Problem[]
  readonly store: Store | null
  /** Whether a database file exists but cannot be opened, for example because the disk is full. */
  readonly isUnusable?: true
}

async function openFile(config: Config, { repair }: DoctorOptions): Promise<Opened> {
  const file = databaseFile(config.dataDir)
  const problem = checkDatabase(file)
  if (problem) return { problems: [problem], store: null }
  try {
    const store = repair ? openExistingDatabase(file) : await openToRead(config)
    const older = noteOlder(store, () => upgradeOfFile(file))
    return { problems: [...older, ...checkDrafts(file, repair), ...checkLog(file)], store }
  } catch (error) {
    if (repair || !(error instanceof StartError)) throw error
    return { problems: [fault(error.message, followAdvice)], store: null, isUnusable: true }
  }
}

const followAdvice = 'Follow the advice in the message.'

async function openServer(config: Config, url: string, { repair }: DoctorOptions): Promise<Opened> {
  const replicas = replicaOptions(config)
  try {
    const store = repair
      ? await openServerDatabase({ url, dataDir: config.dataDir, fill: null, ...replicas })
      : await openToRead(config, replicas)
    return { problems: noteOlder(store, ({ from }) => upgradeOfServer(from)), store }
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    if (error instanceof NoSiteError) return { problems: [noSite(placeOf(url), 'DATABASE_URL')], store: null }
    return { problems: [fault(error.message, followAdvice)], store: null }
  }
}

function noteOlder({ upgraded }: Store, remedyOf: (upgrade: SchemaUpgrade) => string): readonly Problem[] {
  if (!upgraded) return []
  const versions = versionsOf({ version: upgraded.from, supported: upgraded.to })
  return [notice(`The database ${versions}; it is examined as it would be after an upgrade.`, remedyOf(upgraded))]
}

async function checkDeep(site: Site, { repair }: DoctorOptions, { report, output }: Reporting): Promise<void> {
  const { problems, hasRepairable } = await examineDeep(site)
  if (!repair || !hasRepairable) return report('Content', problems)
  for (const { description } of problems) output.say(`Problem: ${description}`)
  await site.repair()
  output.say('Repaired everything that can be derived from other data. Remaining problems:')
  report('Content', (await examineDeep(site)).problems)
}

async function checkPause(site: Site): Promise<readonly Problem[]> {
  const { paused } = await asOwner(site, 'getWorkflowPlans')
  if (!paused) return []
  const resume = 'Run `plenum workflow resume` as soon as this site, and no copy of it, should run them.'
  return [notice('Planned and timed transitions are paused, as after every restore.', resume)]
}

async function checkSubscribers(site: Site): Promise<readonly Problem[]> {
  const parked = (await site.subscriberStatus()).filter(({ parkedAt }) => parkedAt !== null)
  return parked.map(({ name, waiting, error }) =>
    notice(
      `The change subscriber "${name}" is parked, and ${waiting} changes wait for it. Its last error: ${error}`,
      'Correct the cause, then call `site.resumeSubscriber` in the embedding program.',
    ),
  )
}

const remedy =
  'Set WORKFLOWS_DIR to the folder of your workflows and their behaviors and correct them there, or remove them from the type with `plenum types remove` while WORKFLOWS_DIR still names the folder.'

/**
 * Returns the problems that occur when the types and workflows are built in the same way as when the service starts:
 * from the program, from `extensions`, and from the site settings in `stores`. `stores` is null if no site exists.
 */
async function checkModel(stores: Stores | null, extensions: Extensions): Promise<readonly Problem[]> {
  try {
    const site = createSite(createNodePlatform(stores ?? memoryStore()), extensions)
    if (stores) await asOwner(site, 'listTypes')
    return []
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    return error.problems.map(problem => fault(problem, remedy))
  }
}
