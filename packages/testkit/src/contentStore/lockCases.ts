import assert from 'node:assert/strict'
import type { Change, ContentStore, Lock } from '@plenum/core/ports'
import { buildCreations, uidFor } from '../builders.js'
import type { Cases } from '../runner.js'
import { commit, nodeAt, refusalOf } from './storeQueries.js'

const lock = (token: string): Lock => ({
  token,
  creator: 'anna',
  creatorName: 'Anna 日本',
  created: 1000,
  timeout: 600,
  stealable: true,
})

const locksOf = async (store: ContentStore, ...paths: readonly string[]) =>
  new Map(await store.read(reader => reader.locks(paths.map(uidFor))))

const change = (path: string, before: string | null, after: Lock | null) => ({
  locks: [{ uid: uidFor(path), before, lock: after }],
})

export const lockCases: Cases<ContentStore> = {
  'a lock is stored separately from its unchanged object until it is removed': async store => {
    await commit(store, { creates: buildCreations('/', '/a', '/b') })
    const before = await nodeAt(store, '/a')
    await commit(store, change('/a', null, lock('t1')))
    assert.deepEqual(await locksOf(store, '/a', '/b', '/none'), new Map([[uidFor('/a'), lock('t1')]]))
    assert.deepEqual(await nodeAt(store, '/a'), before)
    await commit(store, change('/a', 't1', lock('t2')))
    assert.deepEqual((await locksOf(store, '/a')).get(uidFor('/a')), lock('t2'))
    await commit(store, change('/a', 't2', null))
    assert.deepEqual(await locksOf(store, '/a'), new Map())
  },

  'a lock is found among any number of locks': async store => {
    const paths = Array.from({ length: 101 }, (_, i) => `/a${i}`)
    await commit(store, { creates: buildCreations('/', '/b', ...paths) })
    await commit(store, { locks: paths.flatMap(path => change(path, null, lock(path)).locks) })
    assert.deepEqual(await locksOf(store, '/a7', '/b'), new Map([[uidFor('/a7'), lock('/a7')]]))
    await commit(store, change('/a0', '/a0', null))
    assert.deepEqual(await locksOf(store, '/a7', '/b'), new Map([[uidFor('/a7'), lock('/a7')]]))
  },

  'the second of two concurrent locks is rejected, and so is a lock of a missing object': async store => {
    await commit(store, { creates: buildCreations('/', '/a') })
    await commit(store, change('/a', null, lock('t1')))
    assert.equal(await refusalOf(store, change('/a', null, lock('t2'))), 'changed')
    assert.equal(await refusalOf(store, change('/a', 't3', null)), 'changed')
    assert.equal(await refusalOf(store, change('/none', null, lock('t2'))), 'gone')
    assert.deepEqual((await locksOf(store, '/a')).get(uidFor('/a')), lock('t1'))
  },

  'a change is rejected if an object does not have the expected lock': async store => {
    await commit(store, { creates: buildCreations('/', '/a', '/b') })
    const removal = (expected: { readonly lock?: string | null }): Change => ({
      removes: ['/b'],
      expects: ['/b', '/a'].map(path => ({ uid: uidFor(path), revision: 0, ...(path === '/a' ? expected : {}) })),
    })
    assert.equal(await refusalOf(store, removal({ lock: 't1' })), 'changed')
    await commit(store, change('/a', null, lock('t1')))
    assert.equal(await refusalOf(store, removal({ lock: null })), 'changed')
    assert.equal(await refusalOf(store, removal({ lock: 't2' })), 'changed')
    await commit(store, removal({ lock: 't1' }))
    await commit(store, { creates: buildCreations('/b') })
    await commit(store, removal({}))
    await commit(store, change('/a', 't1', null))
    await commit(store, { creates: buildCreations('/b') })
    await commit(store, removal({ lock: null }))
  },

  'a lock follows its object, and ends with it': async store => {
    await commit(store, { creates: buildCreations('/', '/a') })
    await commit(store, change('/a', null, lock('t1')))
    await commit(store, { renames: [{ from: '/a', to: '/b' }] })
    assert.deepEqual((await locksOf(store, '/a')).get(uidFor('/a')), lock('t1'))
    await commit(store, { removes: ['/b'] })
    assert.deepEqual(await locksOf(store, '/a'), new Map())
  },
}
