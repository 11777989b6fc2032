import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { asOwner, createSite, translateEnglish } from '@plenum/core'
import { defaultMemoizeSettings } from '@plenum/core/memoize'
import { createNodePlatform } from '@plenum/platform'
import { openCheckpoint, openMemoizer } from '@plenum/server'
import { sqliteStore } from '@plenum/sql-store'
import { openLibsql } from '@plenum/sql-store/libsql'
import { inventProgramme } from './programme.mjs'

export const manager = { kind: 'member', id: 'admin', fullname: 'Admin', roles: ['Manager'], groups: [] }
export const password = 'Secret-password-1'
export const authorization = `Basic ${Buffer.from(`${manager.id}:${password}`).toString('base64')}`
export const requestDefaults = { base: 'http://127.0.0.1', translate: translateEnglish }

export const runAs = (site, caller) => (name, path, input) =>
  site.run(name, { ...requestDefaults, path, caller, input: () => input })

/** Opens a site in a new SQLite file, with a schedule of `sessions` sessions and a page that contains 25 pages. */
export async function openSite(sessions, extensions = {}) {
  const dir = mkdtempSync(path.join(tmpdir(), 'plenum-bench-'))
  const file = path.join(dir, 'bench.sqlite')
  const store = sqliteStore({ open: () => openLibsql(file), checkpoint: openCheckpoint(file) })
  const site = createSite(
    createNodePlatform(store, { memoizing: openMemoizer(defaultMemoizeSettings, { info: () => {}, warn: () => {} }) }),
    extensions,
  )
  await fillSite(site, sessions)
  const close = async () => {
    await store.close()
    rmSync(dir, { recursive: true, force: true })
  }
  return { site, store, close }
}

export async function fillSite(site, sessions, shape = {}) {
  await site.initialize({ title: 'Bench', creator: manager.id })
  await site.createUser({ username: manager.id, email: 'admin@example.org', password, roles: manager.roles })
  await asOwner(site, 'importProgramme', {
    programme: inventProgramme(sessions, shape),
    author: 'admin',
    retractMissing: false,
  })
  const run = runAs(site, manager)
  const publish = at => run('transitionContent', at, { transition: 'publish', body: {} })
  for (const [container, id] of [['/', 'page'], ...Array.from({ length: 25 }, (_, i) => ['/page', `child-${i}`])]) {
    await publish((await run('addContent', container, { '@type': 'Document', id, title: `Page ${id}` })).path)
  }
}
