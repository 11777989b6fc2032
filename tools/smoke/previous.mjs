import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { npm, root, run } from './programs.mjs'

const cache = path.join(root, 'node_modules/.cache/plenum-smoke')

/**
 * Returns the folder with the tarballs of the previous release: the folder in `PREVIOUS_RELEASE`, or the packages of
 * the newest tag `v…` that is not the current version. Returns null if there is no such release. The packages are
 * cached in `node_modules/.cache`.
 */
export async function previousRelease(version) {
  if (process.env.PREVIOUS_RELEASE) return path.resolve(process.env.PREVIOUS_RELEASE)
  const tags = await run('git', ['tag', '--list', 'v*', '--sort=-version:refname']).catch(() => '')
  const tag = tags.split('\n').find(name => name !== '' && name !== `v${version}`)
  if (tag === undefined) return null
  const commit = (await run('git', ['rev-parse', `${tag}^{commit}`])).trim()
  const folder = path.join(cache, `release-${commit}`)
  if (!existsSync(folder)) await packCommit(commit, folder)
  return folder
}

/**
 * Packs the packages of a commit in a separate checkout. The result is renamed to `folder` only when it is complete.
 */
async function packCommit(commit, folder) {
  // The directory is outside of `node_modules`, because TypeScript treats source files in `node_modules` as
  // dependencies.
  const checkout = mkdtempSync(path.join(tmpdir(), 'plenum-release-'))
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  try {
    await run('git', ['clone', '--quiet', '--shared', '--no-checkout', root, checkout])
    await run('git', ['checkout', '--quiet', commit], { cwd: checkout })
    await npm(['ci', '--no-audit', '--no-fund'], checkout)
    await npm(['run', '--silent', 'build'], checkout)
    const workspaces = readdirSync(path.join(checkout, 'packages')).filter(name => name !== 'testkit')
    const flags = workspaces.map(name => `--workspace=packages/${name}`)
    await npm(['pack', `--pack-destination=${unfinished}`, ...flags], checkout)
    renameSync(unfinished, folder)
  } finally {
    rmSync(checkout, { recursive: true, force: true })
  }
}
