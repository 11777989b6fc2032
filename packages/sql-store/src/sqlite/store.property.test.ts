import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ComparedStore, runsOf, storeAnswersAsMemory, storeChangesAsMemory } from '@plenum/testkit'
import Database from 'libsql'
import { sqliteStore } from './store.js'

const folder = mkdtempSync(join(tmpdir(), 'plenum-agreement-'))
let files = 0

afterAll(() => rmSync(folder, { recursive: true }))

async function open(): Promise<ComparedStore> {
  const file = join(folder, `${files++}.db`)
  const { content: store } = sqliteStore({ open: () => new Database(file) })
  const database = new Database(file)
  const storedCounts = database.prepare('SELECT kind_id, access_id, objects FROM kind_count ORDER BY 1, 2')
  const actualCounts = database.prepare(
    'SELECT kind_id, access_id, count(*) AS objects FROM node NOT INDEXED GROUP BY 1, 2 ORDER BY 1, 2',
  )
  const close = async () => {
    database.close()
    await store.close()
  }
  return { store, counts: async () => [storedCounts.all(), actualCounts.all()], close }
}

describe('content in SQLite and in memory', () => {
  it('answer every query alike, in the same order', () => storeAnswersAsMemory(open, runsOf(1000)), 900_000)

  it(
    'accept and reject the same changes, and stay equal after each',
    () => storeChangesAsMemory(open, runsOf(600)),
    900_000,
  )
})
