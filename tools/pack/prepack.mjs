// Runs before `npm pack` and `npm publish`. Builds the package, and removes the output of deleted sources.
import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
// Importing bundlePackages.mjs also builds the bundled packages.
import { bundled } from '../build/bundlePackages.mjs'
import { citedPages } from './citedPages.mjs'
import { copyTypes } from './copyTypes.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const compiler = path.join(root, 'node_modules/typescript/bin/tsc')
const name = path.basename(process.cwd())
const built = bundled.includes(name) ? /\.d\.ts(?:\.map)?$/ : /(?:\.d\.ts|\.js)(?:\.map)?$/

execFileSync(process.execPath, [compiler, '-b', '.'], { stdio: 'inherit' })
for (const file of readdirSync('dist', { recursive: true })) if (isLeftOver(file)) rmSync(path.join('dist', file))
// Core includes the pages that comments cite, because all other packages depend on core.
if (name === 'core') for (const page of citedPages()) cpSync(path.join(root, page), page)
// The client has no dependencies, so it includes the declarations of the payloads.
if (name === 'client') copyTypes(name, 'types')

const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
const { exports } = manifest.publishConfig ?? {}
// The exports of the published package differ from those of the package in the repository. `postpack` restores the
// manifest.
if (exports) {
  copyFileSync('package.json', 'package.json.workspace')
  writeFileSync('package.json', JSON.stringify({ ...manifest, exports }, null, 2))
}

function isLeftOver(file) {
  const sources = ['.ts', '.tsx'].map(ending => path.join('src', file.replace(built, ending)))
  return built.test(file) && !sources.some(existsSync)
}
