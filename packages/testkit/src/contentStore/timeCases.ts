import assert from 'node:assert/strict'
import type { ContentStore } from '@plenum/core/ports'
import { buildCreation, buildCreations, buildEntry, buildRecord, uidFor } from '../builders.js'
import type { Cases } from '../runner.js'
import { commit, nodeAt } from './storeQueries.js'

interface Written {
  readonly records?: readonly number[]
  readonly version?: number
}

const partsOf = ({ records = [], version }: Written) => ({
  records: records.map(time => buildRecord({ time })),
  ...(version === undefined ? {} : { version: { time: version, actor: 'anna', comments: '' } }),
})

async function make(store: ContentStore, texts: Written = {}): Promise<void> {
  await commit(store, { creates: [{ ...buildCreation('/'), ...partsOf(texts) }] })
}

async function write(store: ContentStore, texts: Written, path = '/'): Promise<void> {
  await commit(store, { updates: [{ node: await nodeAt(store, path), entry: buildEntry(), ...partsOf(texts) }] })
}

function timesOf(store: ContentStore, path = '/'): Promise<readonly [number[], number[], number | null]> {
  const uid = uidFor(path)
  return store.read(async reader => [
    (await reader.records(uid)).map(({ time }) => time),
    (await reader.versions(uid)).map(({ time }) => time),
    await reader.lastTime(uid),
  ])
}

export const timeCases: Cases<ContentStore> = {
  'a missing object has no last time': async store => {
    await make(store)
    assert.deepEqual(await timesOf(store), [[], [], null])
    assert.deepEqual(await timesOf(store, '/none'), [[], [], null])
  },

  'a record is never earlier than the preceding one of the same object': async store => {
    await make(store, { records: [500, 300] })
    await write(store, { records: [100] })
    await write(store, { records: [600, 550, 700] })
    await write(store, { records: [-100] })
    assert.deepEqual(await timesOf(store), [[500, 500, 500, 600, 600, 700, 700], [], 700])
  },

  'a version is never earlier than the preceding one': async store => {
    await make(store, { version: 500 })
    await write(store, { version: 100 })
    await write(store, { version: 600 })
    await write(store, { version: 599 })
    assert.deepEqual(await timesOf(store), [[], [500, 500, 600, 600], 600])
    const version = await store.read(reader => reader.version(uidFor('/'), 3))
    assert.equal(version?.time, 600)
  },

  'records and versions share one order': async store => {
    await make(store, { records: [500], version: 400 })
    await write(store, { version: 300 })
    await write(store, { version: 800 })
    await write(store, { records: [700], version: 750 })
    assert.deepEqual(await timesOf(store), [[500, 800], [500, 500, 800, 800], 800])
  },

  'other objects, and a replacement of a removed one, have their own order': async store => {
    await make(store, { records: [500], version: 500 })
    await commit(store, { creates: [{ ...buildCreation('/a'), ...partsOf({ records: [900] }) }] })
    await commit(store, { removes: ['/a'], creates: buildCreations('/a') })
    await write(store, { records: [100] }, '/a')
    assert.deepEqual(await timesOf(store, '/a'), [[100], [], 100])
  },
}
