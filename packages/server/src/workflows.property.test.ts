import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { memoryContentStore } from '@plenum/core'
import { freshStores, type OpenTwoStores, plansFollowTheModel, runsOf, workflowsFollowTheModel } from '@plenum/testkit'
import { openDatabase } from './database.js'

const onDisk = freshStores(file => openDatabase(file).content, afterAll).filter(([name]) => name !== 'memory')

describe.each(onDisk)('workflows of one object compared with a simple model, on %s', (_name, open) => {
  it(
    'have the same states, listing, history, permissions and catalog after every sequence of transitions',
    () => workflowsFollowTheModel(open, runsOf(200)),
    60_000,
  )
})

describe('planned transitions compared with a simple model', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'plenum-plans-'))
  let files = 0
  const inMemory: OpenTwoStores = async () => {
    const store = memoryContentStore()
    return [store, store]
  }
  const onSqlite: OpenTwoStores = async () => {
    const file = path.join(folder, `${files++}.db`)
    return [openDatabase(file).content, openDatabase(file).content]
  }

  afterAll(() => rmSync(folder, { recursive: true }))

  it.each([
    ['in memory', inMemory],
    ['on SQLite', onSqlite],
  ])(
    'run exactly once, in order, if two sites run them at the same time, %s',
    (_name, open) => plansFollowTheModel(open, runsOf(1000)),
    600_000,
  )
})
