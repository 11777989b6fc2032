import { statSync } from 'node:fs'
import path from 'node:path'
import { DomainError, type Site } from '@plenum/core'
import type { Stores } from '@plenum/platform'
import { postgresStore, SchemaError } from '@plenum/sql-store'
import type { Config } from '../config.js'
import { databaseFile, makeNewDatabase, openExistingDatabase } from '../database.js'
import { siteOn } from '../extensionsOf.js'
import { schemaProblem } from '../postgresDatabase.js'
import { StartError } from '../startError.js'

interface Opened extends Stores {
  close(): Promise<void>
}

/**
 * Runs `task` with the site at a location, even if the site is in use. Throws a StartError if the location contains no
 * site.
 */
export async function withSiteAt<T>(location: string, config: Config, task: (site: Site) => Promise<T>): Promise<T> {
  if (!isServer(location))
    return onStore(openExistingDatabase(fileAt(location), { readers: config.readers }), config, task)
  const store = await openServer(location, { creates: false })
  return onStore(store, config, async site => {
    const { exists: hasRoot } = await store.content.read(reader => reader.open('/'))
    if (!hasRoot) throw new StartError(`${withoutPassword(location)} does not contain a site.`)
    return task(site)
  })
}

/** Creates and fills a site atomically. Throws a StartError if the location already contains a site. */
export async function makeSiteAt<T>(location: string, config: Config, fill: (site: Site) => Promise<T>): Promise<T> {
  if (isServer(location))
    return onStore(await openServer(location, { creates: true }), config, fill).catch((error: unknown) => {
      throw isNotEmpty(error) ? existingSite(location) : error
    })
  return makeNewDatabase(fileAt(location), async store => fill(await siteOn(store, config)))
}

const isNotEmpty = (error: unknown): boolean => error instanceof DomainError && error.reason.id === 'restore.not-empty'

const existingSite = (url: string): StartError =>
  new StartError(
    `${withoutPassword(url)} already contains a site. Specify an empty database, or restore to the directory in DATA_DIR with an empty DATABASE_URL.`,
  )

async function onStore<T>(store: Opened, config: Config, task: (site: Site) => Promise<T>): Promise<T> {
  try {
    return await task(await siteOn(store, config))
  } finally {
    await store.close()
  }
}

function fileAt(location: string): string {
  return path.resolve(location.endsWith('.sqlite') || isFile(location) ? location : databaseFile(location))
}

/**
 * Whether a file exists. A file in an inaccessible directory is treated as missing, and opening the file then fails.
 */
function isFile(location: string): boolean {
  try {
    return statSync(location).isFile()
  } catch {
    return false
  }
}

export const isServer = (location: string): boolean => /^postgres(?:ql)?:\/\//.test(location)

function withoutPassword(location: string): string {
  if (!URL.canParse(location)) return 'The address'
  const url = new URL(location)
  if (url.password !== '') url.password = '***'
  return url.href
}

async function openServer(url: string, { creates }: { readonly creates: boolean }): Promise<Opened> {
  try {
    return await postgresStore({ url, creates, older: 'refuse' })
  } catch (error) {
    if (error instanceof SchemaError && error.version === 0)
      throw new StartError(`${withoutPassword(url)} does not contain a site.`)
    if (error instanceof SchemaError) throw schemaProblem(withoutPassword(url), error)
    const { code, message } = error as NodeJS.ErrnoException
    throw new StartError(
      `${withoutPassword(url)} cannot be used (${code ?? message}): check that the server is running and accepts your login.`,
    )
  }
}
