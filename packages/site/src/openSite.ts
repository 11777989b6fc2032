import { createSite, type Extensions, type NoOperations, type OwnOperations, type Site } from '@plenum/core'
import type { SiteTransition, WorkflowDefinition } from '@plenum/core/workflow'
import {
  createNodePlatform,
  deliverChanges,
  deliverWebhooks,
  eraseDeletedFiles,
  extendDaily,
  type NodePlatformOptions,
  openOutbound,
  runDueTransitions,
  trimChanges,
} from '@plenum/platform'
import { nameOf, type OpenedStore, openStore, upgradeRemedy } from './openStore.js'

export interface OpenSiteOptions<
  Own extends OwnOperations = NoOperations,
  Workflow extends WorkflowDefinition = WorkflowDefinition,
> {
  /**
   * The file name of a SQLite database, or the URL of a PostgreSQL database: `postgres://user:password@host:port/name`.
   * A missing SQLite file is created.
   */
  readonly database: string
  /** The title of a new site. Defaults to `Site`. */
  readonly title?: string
  /** The user id of the owner of a new site root. Defaults to `admin`. The user is not created. */
  readonly creator?: string
  /** The language tag of a new site. Defaults to `en`. */
  readonly language?: string
  /**
   * Whether a database that an older version has written is upgraded. No backup is made before the upgrade. If false,
   * opening such a database throws an Error. Defaults to false.
   */
  readonly upgrade?: boolean
  /** The types, workflows, operations and other parts that the application adds. */
  readonly extensions?: Extensions<Own, Workflow>
  /** The options of the platform, such as a mailer or the public URL. */
  readonly platform?: NodePlatformOptions
  /**
   * Whether this process sends webhook messages, delivers changes to subscribers, runs planned transitions, and erases
   * deleted data. At least one of the processes that use the database must do so. Defaults to true.
   */
  readonly background?: boolean
  /** Called with errors in background work. By default, errors are ignored, because the work is retried. */
  readonly onError?: (error: unknown) => void
}

export interface OpenSite<Own extends OwnOperations = NoOperations, Action extends string = string>
  extends Site<Own, Action> {
  /** Ends background work and closes the database. Resolves when the database contains all acknowledged changes. */
  close(): Promise<void>
}

/**
 * Opens the site in a database. Creates the database and the site if they do not exist. Throws an Error that states the
 * problem and its remedy, for example if a different version has written the database (docs/embedding.md, A site in a
 * database).
 *
 * @example
 * const site = await openSite({ database: 'garden.sqlite', title: 'Garden Days' })
 * const ana = site.as({ kind: 'member', id: 'ana', fullname: 'Ana', roles: ['Manager'], groups: [] })
 * await ana.content.create('/', { '@type': 'Document', title: 'Compost' })
 * await site.close()
 */
export async function openSite<
  const Own extends OwnOperations = NoOperations,
  Workflow extends WorkflowDefinition = WorkflowDefinition,
>(options: OpenSiteOptions<Own, Workflow>): Promise<OpenSite<Own, SiteTransition<Workflow>>> {
  const { database, upgrade = false, extensions, platform, background = true, onError = () => {} } = options
  const opened = await openStore({ database, upgrade })
  try {
    const site = createSite(createNodePlatform(opened.store, platform), extensions)
    await opened.fillOnce(() => fillSite(site, opened, options))
    const work = background ? runBackgroundWork(site, onError) : null
    const end = async () => {
      await work?.stop()
      await opened.store.close()
    }
    let ending: Promise<void> | undefined
    const close = () => {
      ending ??= end()
      return ending
    }
    return { ...site, close }
  } catch (error) {
    await opened.store.close()
    throw error
  }
}

/**
 * Creates a missing site root, or upgrades data from an older version. Throws if the options do not allow an upgrade.
 */
async function fillSite(site: Site, { store }: OpenedStore, options: OpenSiteOptions<OwnOperations>): Promise<void> {
  if (!(await site.needsInitializing())) return
  const { title = 'Site', creator = 'admin', language, upgrade = false, database } = options
  const isNew = await store.content.read(async reader => !(await reader.open('/')).exists)
  if (!isNew && !upgrade)
    throw new Error(`${nameOf(database)} contains data in the form of an older version. ${upgradeRemedy}`)
  await site.initialize({ title, creator, ...(language === undefined ? {} : { language }) })
}

/** Starts the background work of a site. The work does not keep the process alive. */
function runBackgroundWork(site: Site, onError: (error: unknown) => void): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const work = Promise.all([
    deliverWebhooks(site, { outbound: openOutbound(), signal, onError }),
    deliverChanges(site, { signal }),
    runDueTransitions(site, { signal, onError }),
    trimChanges(site, { signal }),
    eraseDeletedFiles(site, { signal }),
    extendDaily(site, { signal, onError }),
  ])
  return {
    stop: async () => {
      stopping.abort()
      await work
    },
  }
}
