import { statSync } from 'node:fs'
import path from 'node:path'
import { createSite, type Site } from '@plenum/core'
import { createNodePlatform, type Stores } from '@plenum/platform'
import type { Config } from '../configuration.js'
import { databaseFile, makeNewDatabase, openExistingDatabase } from '../database.js'
import { extensionsOf } from '../extensionsOf.js'
import { schemaProblem } from '../postgresDatabase.js'
import { StartError } from '../startError.js'

/** Stores of a site that the caller must close. */
interface Opened extends Stores {
  close(): Promise<void>
}

/** Runs `task` with the site of a location, which stays in use. Throws a StartError if there is no site. */
export async function withSiteAt<T>(place: string, config: Config, task: (site: Site) => Promise<T>): Promise<T> {
  if (!isServer(place)) return onStore(openExistingDatabase(fileAt(place), { readers: config.readers }), config, task)
  const store = await openServer(place, { creates: false })
  return onStore(store, config, async site => {
    const { exists: found } = await store.content.read(reader => reader.open('/'))
    if (!found) throw new StartError(`${shown(place)} does not contain a site.`)
    return task(site)
  })
}

/**
 * Creates a site at a location and fills it with `fill`, all or nothing. Throws a StartError if a site exists there.
 */
export async function makeSiteAt<T>(place: string, config: Config, fill: (site: Site) => Promise<T>): Promise<T> {
  if (isServer(place)) return onStore(await openServer(place, { creates: true }), config, fill)
  return makeNewDatabase(fileAt(place), async store => fill(await siteOn(store, config)))
}

async function onStore<T>(store: Opened, config: Config, task: (site: Site) => Promise<T>): Promise<T> {
  try {
    return await task(await siteOn(store, config))
  } finally {
    await store.close()
  }
}

const siteOn = async (stores: Stores, config: Config): Promise<Site> =>
  createSite(createNodePlatform(stores), await extensionsOf(config))

/** A data folder, or the database file in it. */
function fileAt(place: string): string {
  const isFile = place.endsWith('.sqlite') || statSync(place, { throwIfNoEntry: false })?.isFile() === true
  return path.resolve(isFile ? place : databaseFile(place))
}

export const isServer = (place: string): boolean => /^postgres(?:ql)?:\/\//.test(place)

/** A URL without its password. */
function shown(place: string): string {
  if (!URL.canParse(place)) return 'The address'
  const url = new URL(place)
  if (url.password !== '') url.password = '***'
  return url.href
}

async function openServer(url: string, { creates }: { readonly creates: boolean }): Promise<Opened> {
  // Imported lazily: the driver is an optional dependency.
  const { postgresStore, SchemaError } = await import('@plenum/sql-store')
  try {
    return await postgresStore({ url, creates, older: 'refuse' })
  } catch (error) {
    if (error instanceof SchemaError && error.found === 0)
      throw new StartError(`${shown(url)} does not contain a site.`)
    if (error instanceof SchemaError) throw schemaProblem(shown(url), error)
    const { code, message } = error as NodeJS.ErrnoException
    throw new StartError(
      `${shown(url)} cannot be used (${code ?? message}): check that the server is running and accepts your login.`,
    )
  }
}
