import type { PostgresStore, SchemaUpgrade, SqliteStore } from '@plenum/sql-store'
import type { Config } from '../config.js'
import { databaseFile } from '../database.js'
import { siteOn } from '../extensionsOf.js'
import { StartError } from '../startError.js'
import { copyBeforeUpgrade } from './copyBeforeUpgrade.js'
import { unfinishedUpgrade } from './schemaRefusal.js'

/** An upgrade that has ended. `from` and `to` are equal if an interrupted upgrade was only completed. */
export interface Upgraded extends SchemaUpgrade {
  /** The path of the copy from before the upgrade. Null on PostgreSQL and if the schema was not changed. */
  readonly copy: string | null
}

export interface Upgrading {
  /** Whether a database of an earlier version is upgraded. If false, such a database causes a StartError. */
  readonly upgrades?: boolean
  /** Additional URLs of the site. Links to these URLs become links within the site. */
  readonly bases?: readonly string[] | undefined
  readonly onUpgraded?: ((upgrade: Upgraded) => void) | undefined
}

type Store = SqliteStore | PostgresStore

/**
 * Returns the options for opening a database. If `upgrades` is true, an older database is copied (SQLite only) and
 * upgraded before its site is upgraded. If not, an older database or site is refused.
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

/** Updates the data that core derives, such as the catalog. Resolves to true if any data had to be updated. */
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
