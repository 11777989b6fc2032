import assert from 'node:assert/strict'
import type { Condition, ContentStore, IndexValue, Sort } from '@plenum/core/ports'
import { buildCreation, buildCreations, uidFor } from '../builders.js'
import type { Cases } from '../runner.js'
import { commit, pathsOf, search } from './storeQueries.js'

const up = (by: string): Sort => ({ by, descending: false })
const down = (by: string): Sort => ({ by, descending: true })
const indexed = (path: string, value: IndexValue | readonly IndexValue[]) =>
  buildCreation(path, { entry: { indexes: { value } } })

const word = (text: string): Condition => ({ kind: 'text', in: 'everything', query: { kind: 'word', word: text } })
const creationOf = (path: string, text: { title: string; text: string; modified: number }) =>
  buildCreation(path, {
    node: { modified: text.modified },
    entry: { titleWords: text.title.split(' '), words: `${text.title} ${text.text}`.split(' ') },
  })

export const sortCases: Cases<ContentStore> = {
  'objects are sorted by creation by default': async store => {
    await commit(store, { creates: buildCreations('/', '/z', '/a') })
    await commit(store, { creates: buildCreations('/m') })
    await commit(store, { orders: [{ path: '/', ids: ['m', 'a', 'z'] }], renames: [{ from: '/z', to: '/y' }] })
    assert.deepEqual(await pathsOf(store, []), ['/', '/y', '/a', '/m'])
  },

  'an index sorts in both directions, and equal values by creation': async store => {
    await commit(store, {
      creates: [indexed('/', 10), indexed('/a', 9), indexed('/b', 100), indexed('/c', 9), indexed('/d', -1.5)],
    })
    assert.deepEqual(await pathsOf(store, [], up('value')), ['/d', '/a', '/c', '/', '/b'])
    assert.deepEqual(await pathsOf(store, [], down('value')), ['/b', '/', '/a', '/c', '/d'])
  },

  'the next smaller and larger numbers of an index are found; texts, other indexes and removed objects are ignored':
    async store => {
      await commit(store, {
        creates: [indexed('/', 10), indexed('/a', [-3, 20.5]), indexed('/b', 'x'), indexed('/c', 15)],
      })
      await commit(store, { removes: ['/c'] })
      const beside = (number: number, index = 'value') => store.read(reader => reader.neighbours(index, number))
      assert.deepEqual(await beside(10), { before: 10, after: 20.5 })
      assert.deepEqual(await beside(9), { before: -3, after: 10 })
      assert.deepEqual(await beside(-4), { before: null, after: -3 })
      assert.deepEqual(await beside(21), { before: 20.5, after: null })
      assert.deepEqual(await beside(10, 'other'), { before: null, after: null })
    },

  'strings are sorted by code points': async store => {
    await commit(store, {
      creates: [
        indexed('/', 'b'),
        indexed('/a', 'a'),
        indexed('/b', 'B'),
        indexed('/c', 'ab'),
        indexed('/d', 'é'),
        indexed('/e', '😀'),
        indexed('/f', '\uff41'),
      ],
    })
    assert.deepEqual(await pathsOf(store, [], up('value')), ['/b', '/a', '/c', '/', '/d', '/f', '/e'])
  },

  'a missing value is the smallest': async store => {
    await commit(store, { creates: [indexed('/', 1), ...buildCreations('/a'), indexed('/b', -1), indexed('/c', [])] })
    assert.deepEqual(await pathsOf(store, [], up('value')), ['/a', '/c', '/b', '/'])
    assert.deepEqual(await pathsOf(store, [], down('value')), ['/', '/b', '/a', '/c'])
  },

  'the smallest of several values determines the order, and the object is listed once': async store => {
    await commit(store, { creates: [indexed('/', [5, 1]), indexed('/a', [3]), indexed('/b', [4, 2])] })
    assert.deepEqual(await pathsOf(store, [], up('value')), ['/', '/b', '/a'])
    assert.deepEqual(await pathsOf(store, [], down('value')), ['/a', '/b', '/'])
  },

  'booleans are sorted after missing values, false before true': async store => {
    await commit(store, { creates: [indexed('/', true), indexed('/a', false), ...buildCreations('/b')] })
    assert.deepEqual(await pathsOf(store, [], up('value')), ['/b', '/a', '/'])
  },

  'path and position sort objects': async store => {
    await commit(store, { creates: buildCreations('/', '/b', '/a', '/a/x', '/a-b', '/B') })
    assert.deepEqual(await pathsOf(store, [], up('path')), ['/', '/B', '/a', '/a-b', '/a/x', '/b'])
    assert.deepEqual(await pathsOf(store, [], down('path')), ['/b', '/a/x', '/a-b', '/a', '/B', '/'])
    assert.deepEqual(await pathsOf(store, [], up('position')), ['/', '/b', '/a/x', '/a', '/a-b', '/B'])
    const children: Condition[] = [{ kind: 'below', path: '/', depth: 'children' }]
    assert.deepEqual(await pathsOf(store, children, down('position')), ['/B', '/a-b', '/a', '/b'])
  },

  'later sorts order objects that are equal in earlier ones': async store => {
    await commit(store, { creates: [indexed('/', 1), indexed('/b', 2), indexed('/a', 2), indexed('/c', 1)] })
    assert.deepEqual(await pathsOf(store, [], down('value'), up('path')), ['/a', '/b', '/', '/c'])
    assert.deepEqual(await pathsOf(store, [], up('value'), down('path')), ['/c', '/', '/b', '/a'])
  },

  'relevance puts hits in the title first, then the newest, then sorts by path': async store => {
    const creates = [
      creationOf('/', { title: 'site', text: 'red', modified: 10 }),
      creationOf('/d', { title: 'red', text: 'x', modified: 20 }),
      creationOf('/c', { title: 'red', text: 'x', modified: 20 }),
      creationOf('/b', { title: 'dark red', text: 'x', modified: 30 }),
      creationOf('/a', { title: 'x', text: 'red', modified: 50 }),
      creationOf('/x', { title: 'x', text: 'x', modified: 90 }),
    ]
    await commit(store, { creates })
    assert.deepEqual(await pathsOf(store, [word('red')], up('relevance')), ['/b', '/c', '/d', '/a', '/'])
    assert.deepEqual(await pathsOf(store, [word('red')], down('relevance')), ['/', '/a', '/d', '/c', '/b'])
    const either: Condition = { kind: 'either', conditions: [word('red'), word('site')] }
    assert.deepEqual(await pathsOf(store, [either], up('relevance')), ['/b', '/c', '/d', '/', '/a'])
    assert.deepEqual(await pathsOf(store, [], up('relevance')), ['/x', '/a', '/b', '/c', '/d', '/'])
  },

  'relevance uses the time of a touched container': async store => {
    await commit(store, { creates: buildCreations('/', '/a') })
    await commit(store, { touches: [{ path: '/a', modified: 2000 }] })
    assert.deepEqual(await pathsOf(store, [], up('relevance')), ['/a', '/'])
  },

  'start and size select a part, and the total counts all hits': async store => {
    const paths = ['/', ...Array.from({ length: 9 }, (_, i) => `/${i}`)]
    await commit(store, { creates: buildCreations(...paths) })
    const part = async (cut: { start?: number; size?: number }) => {
      const { total, items } = await search(store, {
        principals: ['Anonymous'],
        where: [],
        sort: [down('path')],
        ...cut,
      })
      return [total, items.map(({ path }) => path)]
    }
    const sorted = paths.toReversed()
    assert.deepEqual(await part({}), [10, sorted])
    assert.deepEqual(await part({ size: 3 }), [10, sorted.slice(0, 3)])
    assert.deepEqual(await part({ start: 8, size: 3 }), [10, sorted.slice(8)])
    assert.deepEqual(await part({ start: 7 }), [10, sorted.slice(7)])
    assert.deepEqual(await part({ start: 10, size: 3 }), [10, []])
    assert.deepEqual(await part({ start: 11 }), [10, []])
    assert.deepEqual(await part({ size: 10 }), [10, sorted])
    assert.deepEqual(await part({ size: 0 }), [10, []])
    assert.deepEqual(await part({ start: 3, size: 0 }), [10, []])
  },

  'positions are returned with the hits': async store => {
    await commit(store, { creates: buildCreations('/', '/a', '/b') })
    const { items } = await search(store, { principals: 'system', where: [], sort: [down('position')], size: 1 })
    assert.deepEqual(items, [{ uid: uidFor('/b'), path: '/b', type: 'Document', position: 1, columns: {} }])
  },
}
