import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createSite } from '@plenum/core'
import { createNodePlatform } from '@plenum/platform'
import { sqliteStore } from '@plenum/sql-store'
import { openLibsql } from '@plenum/sql-store/libsql'
import { fillConference } from './conference.mjs'
import { fillTree } from './tree.mjs'

const fills = {
  conference: site => fillConference(site, 79),
  conference200: site => fillConference(site, 200),
  crowdedConference: site => fillConference(site, 5000, { roomCount: 100, perDay: 5000 }),
  largeConference: site => fillConference(site, 2000),
  tree: fillTree,
}
const nameOfDatabase = 'plenum.sqlite'

/**
 * Copies the database of a site into a data directory. Each site is built only once. It is stored outside the
 * repository (in `BENCH_SITES` or the temporary directory), in a directory whose name depends on the code that builds
 * the site.
 */
export async function copyOfSite(name, dir) {
  const folder = path.join(process.env.BENCH_SITES ?? path.join(tmpdir(), 'plenum-bench-sites'), `${name}-${form()}`)
  if (!existsSync(folder)) await build(name, folder)
  copyFileSync(path.join(folder, nameOfDatabase), path.join(dir, nameOfDatabase))
}

async function build(name, folder) {
  const startedAt = performance.now()
  const draft = `${folder}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true })
  const store = sqliteStore({ open: () => openLibsql(path.join(draft, nameOfDatabase)) })
  await fills[name](createSite(createNodePlatform(store, { passwordCost: 10 })))
  await store.close()
  renameSync(draft, folder)
  console.log(`Built the site ${name} in ${((performance.now() - startedAt) / 1000).toFixed(0)} s.`)
}

function form() {
  const here = import.meta.dirname
  const files = [...readdirSync(here).map(file => path.join(here, file)), path.join(here, '../site.mjs')]
  const digest = createHash('sha256')
  for (const file of files.sort()) digest.update(readFileSync(file))
  return digest.digest('hex').slice(0, 8)
}
