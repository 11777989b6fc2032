import { statSync } from 'node:fs'
import path from 'node:path'
import { createSite, type Site } from '@plenum/core'
import { createWorld, type Stores } from '@plenum/world'
import { extensionsOf } from '../compose.js'
import type { Config } from '../config.js'
import { databaseFile, makeNewDatabase, openExistingDatabase } from '../database.js'

/** Where a site is kept, by what `plenum copy` calls it: a data folder, or the database file in it. */
function fileAt(place: string): string {
  const isFile = place.endsWith('.sqlite') || statSync(place, { throwIfNoEntry: false })?.isFile() === true
  return path.resolve(isFile ? place : databaseFile(place))
}

/** Calls `work` with the site of a place, which others may go on using. Throws a StartError where there is none. */
export async function withSiteAt<T>(place: string, config: Config, work: (site: Site) => Promise<T>): Promise<T> {
  const store = openExistingDatabase(fileAt(place), { readers: config.readers })
  try {
    return await work(await siteOn(store, config))
  } finally {
    await store.close()
  }
}

/** Makes a site at a place where there is none: all that `fill` writes, or nothing. Throws a StartError where there is one. */
export function makeSiteAt<T>(place: string, config: Config, fill: (site: Site) => Promise<T>): Promise<T> {
  return makeNewDatabase(fileAt(place), async store => fill(await siteOn(store, config)))
}

const siteOn = async (stores: Stores, config: Config): Promise<Site> =>
  createSite(createWorld(stores), await extensionsOf(config))
