// `npm run release -- VERSION` sets the version of all packages, and moves the unreleased changelog entries to a
// section for this version. `npm run release -- --pack FOLDER` packs the packages, and writes their checksums and an
// SBOM. CONTRIBUTING.md describes a release.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { published } from '../smoke/packages.mjs'
import { npm, root, run } from '../smoke/programs.mjs'
import { releaseChangelog } from './changelog.mjs'
import { setVersion, versionOf, versionProblems } from './versions.mjs'

const { values, positionals } = parseArgs({ options: { pack: { type: 'string' } }, allowPositionals: true })
const say = line => process.stdout.write(`${line}\n`)

try {
  if (values.pack !== undefined && positionals.length === 0) await pack(path.resolve(values.pack))
  else if (positionals.length === 1) await prepare(positionals[0])
  else throw new Error('Usage: npm run release -- VERSION, or npm run release -- --pack FOLDER')
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

async function prepare(version) {
  if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)) throw new Error(`${version} is not a version such as 0.2.0.`)
  const changes = await run('git', ['status', '--porcelain'])
  if (changes !== '') throw new Error(`Commit these changes first:\n${changes}`)
  const file = path.join(root, 'CHANGELOG.md')
  const text = releaseChangelog(readFileSync(file, 'utf8'), version, new Date().toISOString().slice(0, 10))
  setVersion(root, version)
  writeFileSync(file, text)
  const compose = path.join(root, 'deploy/compose.yaml')
  writeFileSync(compose, readFileSync(compose, 'utf8').replace(/(image: plenum:)\S+/, `$1${version}`))
  say(`Prepared ${version}. Check the changes, then run:`)
  say(`  npm ci && npm run check:all && npm run smoke`)
  say(`  git commit --all --message "Release ${version}" && git tag v${version}`)
  say(`  npm run release -- --pack ./release`)
}

/**
 * Packs the packages into an empty folder, together with checksums and an SBOM. Prints the commands that publish the
 * packages, in the required order.
 */
async function pack(folder) {
  const problems = versionProblems(root)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  mkdirSync(folder, { recursive: true })
  if (readdirSync(folder).length > 0) throw new Error(`${folder} is not empty. Specify a new folder.`)
  const workspaces = [...published, 'create-plenum'].map(name => `--workspace=packages/${name}`)
  await npm(['pack', `--pack-destination=${folder}`, ...workspaces])
  const tarballs = readdirSync(folder)
  const sbom = await npm(['sbom', '--omit=dev', '--sbom-format=cyclonedx', '--package-lock-only', ...workspaces])
  // npm uses the name of the directory as the project name, so the name is replaced.
  const named = sbom
    .replaceAll(`"${path.basename(root)}@`, '"plenum@')
    .replaceAll(`"${path.basename(root)}"`, '"plenum"')
  writeFileSync(path.join(folder, 'sbom.cdx.json'), named)
  const sums = readdirSync(folder).map(name => `${sha256(path.join(folder, name))}  ${name}\n`)
  writeFileSync(path.join(folder, 'SHA256SUMS'), sums.join(''))
  say(`Packed ${tarballs.length} packages of ${versionOf(root)} to ${folder}. To publish them, run in CI:`)
  for (const name of [...published.map(name => `plenum-${name}`), 'create-plenum'])
    say(`  npm publish --provenance --access public ${path.join(folder, `${name}-${versionOf(root)}.tgz`)}`)
}

function sha256(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}
