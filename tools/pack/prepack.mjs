// Before `npm pack` and `npm publish` of a package: what is built of its sources, and nothing of sources that are gone.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
// This import also writes the programs of the bundled packages.
import { bundled } from '../build/bundlePackages.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const compiler = path.join(root, 'node_modules/typescript/bin/tsc')
const name = path.basename(process.cwd())
/** Files that have one source each. */
const built = bundled.includes(name) ? /\.d\.ts(?:\.map)?$/ : /(?:\.d\.ts|\.js)(?:\.map)?$/

execFileSync(process.execPath, [compiler, '-b', '.'], { stdio: 'inherit' })
for (const file of readdirSync('dist', { recursive: true })) if (isLeftOver(file)) rmSync(path.join('dist', file))
// Comments name rules of the documents: the pages come along with core, which every other package needs.
if (name === 'core') cpSync(path.join(root, 'docs'), 'docs', { recursive: true })

function isLeftOver(file) {
  const sources = ['.ts', '.tsx'].map(ending => path.join('src', file.replace(built, ending)))
  return built.test(file) && !sources.some(existsSync)
}
