import assert from 'node:assert/strict'
import type { ContentStore } from '@plenum/core/ports'
import { buildCreations } from '../builders.js'
import type { Cases } from '../runner.js'
import { childrenOf, commit, refusalOf } from './storeQueries.js'

export const orderCases: Cases<ContentStore> = {
  'an order sets the positions of the objects in a container': async store => {
    await commit(store, { creates: buildCreations('/', '/a', '/b', '/c', '/c/a', '/c/b') })
    await commit(store, { orders: [{ path: '/', ids: ['c', 'a', 'b'] }] })
    assert.deepEqual(await childrenOf(store, '/'), [
      ['c', 0],
      ['a', 1],
      ['b', 2],
    ])
    assert.deepEqual(await childrenOf(store, '/c'), [
      ['a', 0],
      ['b', 1],
    ])
    assert.equal(await refusalOf(store, { orders: [{ path: '/none', ids: [] }] }), 'gone')
  },

  'an order ignores missing names, and unnamed objects follow in their previous order': async store => {
    await commit(store, { creates: buildCreations('/', '/a', '/b', '/c', '/d') })
    await commit(store, { orders: [{ path: '/', ids: ['d', 'none', 'b', 'd'] }] })
    assert.deepEqual(await childrenOf(store, '/'), [
      ['d', 0],
      ['b', 1],
      ['a', 2],
      ['c', 3],
    ])
    await commit(store, { creates: buildCreations('/e') })
    assert.deepEqual((await childrenOf(store, '/')).at(-1), ['e', 4])
  },
}
