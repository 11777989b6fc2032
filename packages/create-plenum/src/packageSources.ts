import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { FolderError } from './createFolder.js'

/** The version or the tarball path of each package, by package name. */
export type Sources = Readonly<Record<string, string>>

/** Returns the version of this package. All Plenum packages have the same version. */
const version = (): string =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8')).version

/** Returns the version of each package to install from the registry, by package name. */
export const registrySources = (names: readonly string[]): Sources =>
  Object.fromEntries(names.map(name => [name, version()]))

/** Returns the sources of all packages in a folder of tarballs, such as `plenum-core-0.2.0.tgz`. */
export function tarballSources(folder: string): Sources {
  const names = tarballsIn(folder)
  if (names.length === 0) throw new FolderError(`${folder} contains no tarballs such as plenum-core-${version()}.tgz.`)
  return Object.fromEntries(names.map(name => [packageOf(name), `file:${path.join(folder, name)}`]))
}

const beginning = 'plenum-'

/** Derives the package name from the file name of a tarball, which ends with a hyphen, the version and `.tgz`. */
const packageOf = (tarball: string): string => `@plenum/${tarball.slice(beginning.length, tarball.search(/-\d/))}`

function tarballsIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter(name => name.startsWith(beginning) && /-\d/.test(name) && name.endsWith('.tgz'))
  } catch (error) {
    throw new FolderError(`${folder} cannot be read (${(error as NodeJS.ErrnoException).code ?? error}).`)
  }
}
