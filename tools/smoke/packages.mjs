import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { npm } from './programs.mjs'

export const published = [
  'memoize',
  'core',
  'testkit',
  'platform',
  'pages',
  'express-adapter',
  'client',
  'sql-store',
  'redis-store',
  'plone-exchange',
  'feeds',
  'site',
  'server',
]

export async function packPackages(folder) {
  const workspaces = [...published, 'create-plenum'].map(name => `--workspace=packages/${name}`)
  await npm(['pack', `--pack-destination=${folder}`, ...workspaces])
  return `${readdirSync(folder).length} packages`
}

/** Installs the tarballs, their dependencies, and other packages from the registry in an otherwise empty folder. */
export async function installPackages(tarballs, folder, others = []) {
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  const files = readdirSync(tarballs).map(name => path.join(tarballs, name))
  // The option `--engine-strict` is omitted on older versions of Node. This script also runs on these versions, but the
  // packages do not support them.
  const isSupported = Number(process.versions.node.split('.')[0]) >= 22
  await npm(
    ['install', '--no-audit', '--no-fund', ...(isSupported ? ['--engine-strict'] : []), ...files, ...others],
    folder,
  )
  return `${readdirSync(path.join(folder, 'node_modules')).length} folders`
}

export const installed = (program, name) => path.join(program, 'node_modules/@plenum', name)

export const manifestOf = (program, name) =>
  JSON.parse(readFileSync(path.join(installed(program, name), 'package.json'), 'utf8'))
