import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { FolderError } from './createFolder.js'

/** The version or the tarball path of each package, by package name. */
export type Sources = Readonly<Record<string, string>>

/** Returns the version of this package. All Plenum packages have the same version. */
const version = (): string =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8')).version

/** Returns the sources of packages from the registry. */
export const registrySources = (names: readonly string[]): Sources =>
  Object.fromEntries(names.map(name => [name, version()]))

/** Returns the sources of all packages in a folder of tarballs, such as `plenum-core-0.2.0.tgz`. */
export function tarballSources(folder: string): Sources {
  const names = tarballsIn(folder)
  if (names.length === 0) throw new FolderError(`${folder} contains no tarballs such as plenum-core-${version()}.tgz.`)
  return Object.fromEntries(names.map(name => [packageOf(name), `file:${path.join(folder, name)}`]))
}

const beginning = 'plenum-'

/** Returns the name of the package in a tarball. The file name ends with a hyphen and the version. */
const packageOf = (tarball: string): string => `@plenum/${tarball.slice(beginning.length, tarball.search(/-\d/))}`

function tarballsIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter(name => name.startsWith(beginning) && /-\d/.test(name) && name.endsWith('.tgz'))
  } catch (error) {
    throw new FolderError(`${folder} cannot be read (${(error as NodeJS.ErrnoException).code ?? error}).`)
  }
}
