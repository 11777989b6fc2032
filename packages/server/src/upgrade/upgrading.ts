import type { PostgresStore, SchemaUpgrade, SqliteStore } from '@plenum/sql-store'
import type { Config } from '../config.js'
import { databaseFile } from '../database.js'
import { siteOn } from '../extensionsOf.js'
import { StartError } from '../startError.js'
import { copyBeforeUpgrade } from './copyBeforeUpgrade.js'
import { unfinishedUpgrade } from './schemaRefusal.js'

/**
 * The result of an upgrade. If the program only finished an earlier, interrupted upgrade, `from` and `to` are equal.
 */
export interface Upgraded extends SchemaUpgrade {
  /**
   * The path of the copy that was made of the database before the upgrade. The value is null if no copy was made,
   * because the database is on PostgreSQL or the schema has not changed.
   */
  readonly copy: string | null
}

export interface Upgrading {
  /** Whether a database from an earlier version is upgraded. If false, opening such a database throws a StartError. */
  readonly upgrades?: boolean
  /** Additional base URLs of the site. Links that begin with these URLs become internal links. */
  readonly bases?: readonly string[] | undefined
  readonly onUpgraded?: ((upgrade: Upgraded) => void) | undefined
}

type Store = SqliteStore | PostgresStore

/**
 * Returns the options for opening a database. If `upgrades` is true, an older database is first copied (SQLite only)
 * and upgraded, and then its site is upgraded. Otherwise, opening an older database or site fails.
 */
export function upgradingOf(config: Config, { upgrades = false, bases = [], onUpgraded }: Upgrading) {
  let copy: string | null = null
  return {
    older: upgrades ? 'upgrade' : 'refuse',
    beforeUpgrade: ({ from }: SchemaUpgrade) => {
      copy = copyBeforeUpgrade(databaseFile(config.dataDir), from)
    },
    finish: async (store: Store): Promise<void> => {
      const isFinished = await finishSite(store, config, { upgrades, bases })
      const { schemaVersion: to, upgraded } = store
      if (upgraded || isFinished) onUpgraded?.({ from: to, to, ...upgraded, copy })
    },
  } as const
}

/**
 * Updates the data that core derives from content, such as the catalog. Resolves to true if any data was outdated.
 * Throws a StartError if data is outdated but `upgrades` is false.
 */
export async function finishSite(
  store: Store,
  config: Config,
  { upgrades = false, bases = [] }: Pick<Upgrading, 'upgrades' | 'bases'>,
): Promise<boolean> {
  const { publicUrl } = config
  const site = await siteOn(store, config, publicUrl === undefined ? {} : { publicUrl })
  if (!(await site.needsInitializing())) return false
  if (!upgrades) throw new StartError(unfinishedUpgrade)
  await site.initialize({ title: 'Site', creator: config.adminUser, bases })
  return true
}
