import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { sha256 } from '@plenum/world'
import type { Catalogs } from '../languages/loadCatalogs.js'

/** What payloads are made by, beside content. */
export interface Makers {
  /** As the package's author counts. */
  readonly version: string
  /** The texts of titles, by language. */
  readonly catalogs: Catalogs
  /** One file of each directory of code, built or as it was written: all below it that ends like it counts. */
  readonly code: readonly string[]
}

/**
 * A digest of what payloads are made by, which is part of their keys: what other code or other texts made is never
 * served (docs/caching.md, Payloads that are kept, rule 3), also where nobody thought of the version. The same wherever
 * the same is installed.
 */
export function buildIdOf({ version, catalogs, code }: Makers): string {
  const texts = inOrder(catalogs).map(([tag, catalog]) => [tag, inOrder(catalog)])
  // Time zones come with the platform, and change.
  return sha256(JSON.stringify([version, process.versions.tz, texts, code.map(filesOf)]))
}

/** The release that runs here. Throws an Error when its files cannot be read. */
export function ownBuildId(catalogs: Catalogs): string {
  const manifest = readFileSync(path.join(import.meta.dirname, '../../package.json'), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  const packages = [import.meta.resolve('@plenum/core'), import.meta.resolve('@plenum/sql-store')]
  const own = path.join(import.meta.dirname, `../index${path.extname(import.meta.filename)}`)
  const code = [...packages.map(url => fileURLToPath(new URL(url, import.meta.url))), own]
  return buildIdOf({ version, catalogs, code })
}

function inOrder<T>(record: Readonly<Record<string, T>>): readonly (readonly [string, T])[] {
  return Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))
}

function filesOf(entry: string): readonly (readonly [string, string])[] {
  const [directory, ending] = [path.dirname(entry), path.extname(entry)]
  return readdirSync(directory, { encoding: 'utf8', recursive: true })
    .filter(file => path.extname(file) === ending && !/\.(?:test|d)\.[jt]s$/.test(file))
    .sort()
    .map(file => [file, sha256(readFileSync(path.join(directory, file)))])
}
