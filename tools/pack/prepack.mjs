// Runs before `npm pack` and `npm publish` of a package. Builds the package, and removes the output of deleted sources.
import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
// This import also writes the programs of the bundled packages.
import { bundled } from '../build/bundlePackages.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const compiler = path.join(root, 'node_modules/typescript/bin/tsc')
const name = path.basename(process.cwd())
const built = bundled.includes(name) ? /\.d\.ts(?:\.map)?$/ : /(?:\.d\.ts|\.js)(?:\.map)?$/

execFileSync(process.execPath, [compiler, '-b', '.'], { stdio: 'inherit' })
for (const file of readdirSync('dist', { recursive: true })) if (isLeftOver(file)) rmSync(path.join('dist', file))
// Comments cite rules in the documentation, so core, which every other package needs, includes its pages.
if (name === 'core') cpSync(path.join(root, 'docs'), 'docs', { recursive: true, filter: isPage })

const { publishConfig, ...manifest } = JSON.parse(readFileSync('package.json', 'utf8'))
// Within the repository, the package has other exports. `postpack` restores the manifest.
if (publishConfig) {
  copyFileSync('package.json', 'package.json.workspace')
  writeFileSync('package.json', JSON.stringify({ ...manifest, ...publishConfig }, null, 2))
}

function isPage(source) {
  return statSync(source).isDirectory() ? !['pictures', 'site'].includes(path.basename(source)) : source.endsWith('.md')
}

function isLeftOver(file) {
  const sources = ['.ts', '.tsx'].map(ending => path.join('src', file.replace(built, ending)))
  return built.test(file) && !sources.some(existsSync)
}
