// Bundles the packages for browsers and their dependencies into a folder. Imports in this folder resolve as in a
// program that has installed the packages. Usage: node installBundles.mjs FOLDER
import { copyFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { bundlePackage } from './bundlePackage.mjs'

const [folder] = process.argv.slice(2)

for (const name of ['memoize', 'core']) {
  const source = path.resolve(import.meta.dirname, '../../packages', name)
  const target = path.join(folder, 'node_modules/@plenum', name)
  mkdirSync(target, { recursive: true })
  copyFileSync(path.join(source, 'package.json'), path.join(target, 'package.json'))
  await bundlePackage(source, path.join(target, 'dist'))
}
