import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { sha256 } from '@plenum/platform'
import type { Catalogs } from '../languages/loadCatalogs.js'

/** The code and the messages that, in addition to the content, determine the payloads. */
export interface Makers {
  /** The version in `package.json`. */
  readonly version: string
  /** The messages for the titles in payloads, by language. */
  readonly catalogs: Catalogs
  /**
   * One file in each code directory. The digest includes all files in and below this directory that have the same
   * extension, so it includes either source files or built files.
   */
  readonly code: readonly string[]
}

/**
 * Returns a digest of code and messages. The digest is part of the cache keys of payloads, so that payloads that were
 * created with other code or messages are never served, even if the version is the same (docs/caching.md, Cached
 * payloads, rule 3). Identical installations have equal digests.
 */
export function buildIdOf({ version, catalogs, code }: Makers): string {
  const texts = inOrder(catalogs).map(([tag, catalog]) => [tag, inOrder(catalog)])
  // The digest includes the version of Node's time zone data, which can change while the program remains the same.
  return sha256(JSON.stringify([version, process.versions.tz, texts, code.map(filesOf)]))
}

/** Returns the build id of this program. Throws an Error if the program files cannot be read. */
export function ownBuildId(catalogs: Catalogs): string {
  const manifest = readFileSync(path.join(import.meta.dirname, '../../package.json'), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  const packages = [import.meta.resolve('@plenum/core'), import.meta.resolve('@plenum/sql-store')]
  const own = path.join(import.meta.dirname, `../index${path.extname(import.meta.filename)}`)
  const code = [...packages.map(url => fileURLToPath(new URL(url, import.meta.url))), own]
  return buildIdOf({ version, catalogs, code })
}

const inOrder = <T>(record: Readonly<Record<string, T>>): readonly (readonly [string, T])[] =>
  Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))

function filesOf(entry: string): readonly (readonly [string, string])[] {
  const [directory, ending] = [path.dirname(entry), path.extname(entry)]
  return readdirSync(directory, { encoding: 'utf8', recursive: true })
    .filter(file => path.extname(file) === ending && !/\.(?:test|d)\.[jt]s$/.test(file))
    .sort()
    .map(file => [file, sha256(readFileSync(path.join(directory, file)))])
}
