import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { memoryStore } from '@plenum/core'
import { type Exchange, exchangePreservesTheSite, importPreservesTheExport, runsOf } from '@plenum/testkit'
import { openDatabase } from '../database.js'
import { exportPlone } from './exportPlone.js'
import { importPlone } from './importPlone.js'

const how = { mayMerge: false, isDry: false } as const
const exchange: Exchange = {
  exportTo: (folder, site) => exportPlone(site, folder, 'Plone'),
  importFrom: (folder, site, say) => importPlone(site, { folder, ...how, skipsUnknown: false }, { say }),
}

/**
 * An exchange whose import skips unknown workflows, because a Plone site may contain records of workflows that no
 * longer exist.
 */
const withUnknown: Exchange = {
  ...exchange,
  importFrom: (folder, site, say) => importPlone(site, { folder, ...how, skipsUnknown: true }, { say }),
}

const place = mkdtempSync(path.join(tmpdir(), 'exchanged-'))
afterAll(() => rmSync(place, { recursive: true }))

let databases = 0
const inSqlite = async () => {
  databases += 1
  return openDatabase(path.join(place, `${databases}.sqlite`))
}

// Together, these two tests perform 5 runs by default, 25 runs in `npm run test:all`, and 500 runs with LONG_TESTS.
describe('a random site survives an export and import (docs/how-to/move-in.md, Export to Plone)', () => {
  it('in memory', () => exchangePreservesTheSite(async () => memoryStore(), exchange, runsOf(300)), 500_000)
  it('in SQLite', () => exchangePreservesTheSite(inSqlite, exchange, runsOf(200)), 500_000)
})

describe('a random Plone export survives an import and export (docs/how-to/move-in.md)', () => {
  it('in memory', () => importPreservesTheExport(async () => memoryStore(), withUnknown, runsOf(300)), 500_000)
  it('in SQLite', () => importPreservesTheExport(inSqlite, withUnknown, runsOf(200)), 500_000)
})
