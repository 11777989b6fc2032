import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** A file in an installed package. The path is relative to the folder of the package. */
export interface DependencySource {
  readonly package: string
  readonly file: string
  readonly text: string
}

interface LockedPackage {
  readonly link?: boolean
  readonly resolved?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

type Lockfile = { readonly packages: Readonly<Record<string, LockedPackage>> }

/**
 * Returns the sources of all packages that the packages in this repository need at run time, directly or indirectly,
 * according to the lockfile. Omits the packages that are listed as `unread`, and packages that only these packages
 * need.
 */
export function dependencySources(
  root: string,
  ours: readonly string[],
  unread: ReadonlySet<string>,
): readonly DependencySource[] {
  const lockfile: Lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const folders = [...foldersNeeded(lockfile, ours, unread)]
  return folders
    .filter(folder => folder.includes('node_modules/') && existsSync(join(root, folder)))
    .flatMap(folder => sourcesIn(join(root, folder), nameOf(folder)))
}

const nameOf = (folder: string): string => folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)

function foldersNeeded({ packages }: Lockfile, ours: readonly string[], unread: ReadonlySet<string>): Set<string> {
  const needed = new Set<string>()
  const waiting = [...ours]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const { link, resolved } = packages[at] ?? {}
    const folder = link ? (resolved ?? at) : at
    if (needed.has(folder) || unread.has(nameOf(folder))) continue
    needed.add(folder)
    const { dependencies, optionalDependencies } = packages[folder] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const location = folderOf(name, folder, packages)
      if (location !== undefined) waiting.push(location)
    }
  }
  return needed
}

/**
 * Returns the folder of a package, or undefined if the lockfile does not contain the package. Searches like Node: in
 * the folder of the importing package, and in all folders above it.
 */
function folderOf(name: string, from: string, packages: Lockfile['packages']): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    const folder = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`
    if (Object.hasOwn(packages, folder)) return folder
    if (at === '') return undefined
  }
}

const notRun = /^(?:node_modules|tests?|__tests__|bench|benchmarks?|examples?|docs|\..*)$/

function sourcesIn(folder: string, name: string): readonly DependencySource[] {
  return filesIn(folder).map(path => ({
    package: name,
    file: relative(folder, path).replaceAll('\\', '/'),
    text: readFileSync(path, 'utf8'),
  }))
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return notRun.test(entry.name) ? [] : filesIn(path)
    return /\.[cm]?js$/.test(entry.name) && !/\.(?:min|test)\.[cm]?js$/.test(entry.name) ? [path] : []
  })
}
