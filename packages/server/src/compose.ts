import { randomBytes } from 'node:crypto'
import { createSite, isInPoll, type Mailer, type Member, type Memoizing, type Platform, type Site } from '@plenum/core'
import type { VisitorSites } from '@plenum/express-adapter'
import { createNodePlatform, createProcessScheduler, type Stores as WorldStores } from '@plenum/platform'
import type { PostgresStore, Replicas, SqliteStore } from '@plenum/sql-store'
import type { Config } from './config.js'
import { openDataDirectory } from './database.js'
import { extensionsOf, siteOn } from './extensionsOf.js'
import { openServerDatabase, replicaOptions } from './postgresDatabase.js'
import { openProgrammeReader } from './programme/openProgrammeReader.js'
import { type Upgrading, upgradingOf } from './upgrade/upgrading.js'

export type Service = Readonly<Awaited<ReturnType<typeof compose>>>

export interface Output {
  say(line: string): void
}

interface Helpers extends Upgrading {
  readonly memoizing?: Memoizing
  readonly mailer?: Mailer | undefined
  /**
   * Whether this process must check the data. The value is false if another process of the same service has already
   * checked it.
   */
  readonly isFirst?: boolean
  readonly onNewSite?: (() => void) | undefined
  /**
   * Whether a new site is created in an empty database. If the value is false, the database must already contain a
   * site.
   */
  readonly makesSite?: boolean
}

export async function compose(config: Config, output: Output, helpers: Helpers = {}) {
  const { memoizing, mailer } = helpers
  const store = await openStore(config, output, helpers)
  const platform = createNodePlatform(store, {
    passwordCost: config.passwordCost,
    scheduler: createProcessScheduler(config.longRequests),
    passwordChecks: config.passwordChecks,
    tokenLifetime: config.loginLifetime * 1000,
    resetLifetime: config.passwordResetLifetime * 1000,
    ...(config.publicUrl === undefined ? {} : { publicUrl: config.publicUrl }),
    programmes: openProgrammeReader(),
    ...(mailer ? { mailer } : {}),
    ...(memoizing ? { memoizing } : {}),
  })
  const extensions = await extensionsOf(config)
  const site = createSite(platform, extensions)
  const replicas = 'replicas' in store ? store.replicas : null
  return {
    site,
    visitorSites: replicas
      ? sitesOn(replicas, stores => createSite({ ...platform, ...stores }, extensions))
      : undefined,
    replicas: () => replicas?.all.map(({ counts }) => counts()) ?? [],
    /** Whether the database has the schema of this program. Rejects if the database does not respond. */
    isSchemaCurrent: store.isCurrent,
    /**
     * Whether a path may lead to a poll or to content in a poll. Returns true for every redirect, without checking its
     * target.
     */
    mayBePoll: async (path: string) => {
      const { lineage, movedTo } = await store.content.read(reader => reader.open(path))
      return movedTo !== null || isInPoll(lineage)
    },
    database: store.counts,
    passwordCounts: platform.passwordCounts,
    /**
     * The counters of failed logins and votes, which all processes with this database share. The value is undefined if
     * the database does not provide counters.
     */
    minuteCounts: 'minuteCounts' in store ? store.minuteCounts : undefined,
    close: () => store.close(),
  }
}

type Stores = Pick<Platform, 'store' | 'users'>

function sitesOn({ all, choose }: Replicas, siteOn: (stores: Stores) => Site): VisitorSites {
  const sites = new Map(all.map(replica => [replica, siteOn({ store: replica.content, users: replica.users })]))
  return {
    all: [...sites.values()],
    choose: () => {
      const chosen = choose()
      return (chosen && sites.get(chosen)) ?? null
    },
  }
}

async function openStore(
  config: Config,
  output: Output,
  { memoizing, isFirst = true, onNewSite, makesSite = true, ...upgrade }: Helpers,
): Promise<SqliteStore | PostgresStore> {
  const isService = memoizing !== undefined
  const { dataDir, databaseUrl: url, readers } = config
  const options = { dataDir, readers, writeWait: config.writeWait * 1000, ...upgradingOf(config, upgrade) }
  const fill = async (store: SqliteStore | PostgresStore) => {
    await fillSite(store, config, output)
    onNewSite?.()
  }
  if (url !== undefined) {
    const replicas = isService ? replicaOptions(config) : {}
    return openServerDatabase({ ...options, ...replicas, url, fill: makesSite ? fill : null })
  }
  // The processes of a service often wait for each other, so a service counts these waits in its metrics instead of
  // reporting each of them.
  const onWait = () => output.say('Waiting for another process that is writing to the same data …')
  const waiting = isService ? { lockTimeout: maxLockWait } : { onWait }
  return openDataDirectory({ ...options, ...waiting, fill, isChecked: !isFirst })
}

/**
 * The maximum time, in milliseconds, for which a request waits for another process that writes to the same data, such
 * as an import.
 */
const maxLockWait = 5000

/** Creates the site root and the administrator. Also creates the demonstration unless `EMPTY_SITE` is set. */
export async function fillSite(store: WorldStores, config: Config, output: Output): Promise<Site> {
  const site = await siteOn(store, config, { passwordCost: config.passwordCost })
  const { adminUser, adminPassword = randomBytes(15).toString('base64url'), language } = config
  await site.initialize({ title: 'Site', creator: adminUser, language })
  await site.createUser({
    username: adminUser,
    email: `${adminUser.replace(/@.*/, '')}@example.org`,
    password: adminPassword,
    roles: ['Manager'],
  })
  const caller: Member = { kind: 'member', id: adminUser, fullname: adminUser, roles: ['Manager'], groups: [] }
  if (!config.emptySite) {
    const { buildDemonstration } = await import('./demonstration/buildDemonstration.js')
    await buildDemonstration(site, caller)
  }
  if (config.adminPassword === undefined)
    output.say(`The administrator is ${adminUser} with the password ${adminPassword} (shown only once).`)
  return site
}
