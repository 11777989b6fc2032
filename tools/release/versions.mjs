import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const readJson = file => JSON.parse(readFileSync(file, 'utf8'))

const packageFolders = root =>
  readdirSync(path.join(root, 'packages'))
    .map(name => `packages/${name}`)
    .filter(folder => existsSync(path.join(root, folder, 'package.json')))

export const versionOf = root => readJson(path.join(root, 'package.json')).version

/**
 * Returns the packages, and the dependencies between packages, whose version differs from that of the repository. All
 * packages must have the same version.
 */
export function versionProblems(root) {
  const version = versionOf(root)
  return packageFolders(root).flatMap(folder => {
    const { version: own, ...manifest } = readJson(path.join(root, folder, 'package.json'))
    const others = Object.entries(dependenciesOf(manifest)).filter(
      ([other, range]) => isOurs(other) && range !== version,
    )
    return [
      ...(own === version ? [] : [`${folder}: version ${own} instead of ${version}`]),
      ...others.map(([other, range]) => `${folder}: ${other} ${range} instead of ${version}`),
    ]
  })
}

const dependenciesOf = ({ dependencies, devDependencies }) => ({ ...dependencies, ...devDependencies })

const isOurs = name => name.startsWith('@plenum/') || name === 'create-plenum'

/** Sets the version of all packages, and of the dependencies between them, in all manifests and in the lockfile. */
export function setVersion(root, version) {
  for (const folder of ['.', ...packageFolders(root)])
    rewrite(path.join(root, folder, 'package.json'), text => withVersion(text, version))
  const file = path.join(root, 'package-lock.json')
  const lock = readJson(file)
  lock.version = version
  const own = Object.entries(lock.packages).filter(([folder]) => folder === '' || folder.startsWith('packages/'))
  for (const [folder, entry] of own.filter(([folder]) => !folder.includes('node_modules'))) {
    if (folder === '' || entry.version !== undefined) entry.version = version
    for (const dependencies of [entry.dependencies ?? {}, entry.devDependencies ?? {}])
      for (const name of Object.keys(dependencies).filter(isOurs)) dependencies[name] = version
  }
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
}

const rewrite = (file, change) => writeFileSync(file, change(readFileSync(file, 'utf8')))

/** Replaces versions in the text of a manifest, because JSON.stringify would change its layout. */
const withVersion = (text, version) =>
  text
    .replace(/^( {2}"version": )"[^"]*"/m, `$1"${version}"`)
    .replace(/("(?:@plenum\/[\w-]+|create-plenum)": )"\d[^"]*"/g, `$1"${version}"`)
