import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { buildCreations, buildEntry, buildNode, eventually } from '@plenum/testkit'
import { openDatabase } from '../database.js'
import { openCheckpoint } from './openCheckpoint.js'

const directory = mkdtempSync(path.join(tmpdir(), 'plenum-checkpoint-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const marker = 'what was written last'

describe('the log of a database, checkpointed by a worker thread', () => {
  it('is moved into the database soon after a commit, without blocking', async () => {
    const file = path.join(directory, 'moved.sqlite')
    const { content, close } = openDatabase(file, { checkpoint: openCheckpoint(file) })
    await content.commit({ creates: buildCreations('/') })
    await content.commit({ updates: [{ node: buildNode('/', { fields: { title: marker } }), entry: buildEntry() }] })
    await eventually('the database has it', () => readFileSync(file).includes(marker))
    await close()
  })

  it('is merged when the database is closed, even right after a commit', async () => {
    const file = path.join(directory, 'closed.sqlite')
    const { content, close } = openDatabase(file, { checkpoint: openCheckpoint(file) })
    await content.commit({ creates: buildCreations('/') })
    await delay(150)
    await content.commit({ updates: [{ node: buildNode('/', { fields: { title: marker } }), entry: buildEntry() }] })
    await close()
    expect(readFileSync(file).includes(marker)).toBe(true)
    expect(existsSync(`${file}-wal`) ? statSync(`${file}-wal`).size : 0).toBe(0)
  })
})
