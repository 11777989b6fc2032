import assert from 'node:assert/strict'
import type { ContentStore } from '@plenum/core/ports'
import { buildCreations, buildEntry, buildNode, uidFor } from '../builders.js'
import type { Cases } from '../runner.js'
import { commit, nodeAt, pathsOf, refusalOf } from './storeQueries.js'

export const expectedCases: Cases<ContentStore> = {
  'a change is rejected if an expected object has another revision': async store => {
    await commit(store, { creates: buildCreations('/', '/a') })
    const expects = (path: string, revision: number) => [{ uid: uidFor(path), revision }]
    await commit(store, { updates: [{ node: buildNode('/a'), entry: buildEntry() }], expects: expects('/a', 0) })
    assert.equal(await refusalOf(store, { removes: ['/a'], expects: expects('/a', 0) }), 'changed')
    assert.equal(await refusalOf(store, { removes: ['/a'], expects: expects('/none', 0) }), 'gone')
    assert.deepEqual(await pathsOf(store, []), ['/', '/a'])
    await commit(store, { removes: ['/a'], expects: expects('/a', 1) })
  },

  'a change is rejected if an expected object has another path': async store => {
    await commit(store, { creates: buildCreations('/', '/a', '/a/b', '/c') })
    const expects = (path: string) => [{ uid: uidFor('/a/b'), revision: 0, path }]
    await commit(store, { renames: [{ from: '/a', to: '/c/a' }] })
    assert.equal(await refusalOf(store, { removes: ['/c/a'], expects: expects('/a/b') }), 'changed')
    await commit(store, { removes: ['/c/a'], expects: expects('/c/a/b') })
  },

  'a change is rejected if a subtree has more or fewer objects than expected': async store => {
    await commit(store, { creates: buildCreations('/', '/a', '/a/b', '/a/b/c', '/a-b') })
    const outcome = (path: string, size: number) =>
      refusalOf(store, { updates: [{ node: buildNode('/a-b'), entry: buildEntry() }], sizes: [{ path, size }] })
    for (const [path, size] of [
      ['/a', 2],
      ['/a', 4],
      ['/', 4],
      ['/none', 1],
    ] as const)
      assert.equal(await outcome(path, size), 'changed', `${path} ${size}`)
    assert.equal((await nodeAt(store, '/a-b')).revision, 0)
    assert.equal(await outcome('/a', 3), null)
    await commit(store, { removes: ['/a'], sizes: [{ path: '/', size: 5 }] })
  },
}
