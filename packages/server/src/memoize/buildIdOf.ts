import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { sha256 } from '@plenum/platform'
import type { Catalogs } from '../languages/loadCatalogs.js'

/** The code and messages on which payloads depend, in addition to content. */
export interface Makers {
  /** The version in package.json. */
  readonly version: string
  /** The messages for titles, by language. */
  readonly catalogs: Catalogs
  /**
   * One file of each code directory. All files below its directory with the same extension (source or built files) are
   * included.
   */
  readonly code: readonly string[]
}

/**
 * Returns a digest of code and messages. The digest is part of the cache keys of payloads, so that payloads from other
 * code or messages are never served (docs/caching.md, Cached payloads, rule 3), even if the version has not been
 * increased. Identical installations have equal digests.
 */
export function buildIdOf({ version, catalogs, code }: Makers): string {
  const texts = inOrder(catalogs).map(([tag, catalog]) => [tag, inOrder(catalog)])
  // Node's time zone data is included, because it can change while the program remains the same.
  return sha256(JSON.stringify([version, process.versions.tz, texts, code.map(filesOf)]))
}

/** Returns the build id of this program. Throws an Error if the files of the program cannot be read. */
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
