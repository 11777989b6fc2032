import assert from 'node:assert/strict'
import type { Condition, ContentStore } from '@plenum/core/ports'
import { buildCreation, buildCreations, buildEntry, uidFor } from '../builders.js'
import type { Cases } from '../runner.js'
import { commit, pathsOf, search } from './storeQueries.js'

const tree = buildCreations('/', '/a', '/a/b', '/a/b/c', '/a-b', '/ab', '/ab/c')

const below = (path: string, depth: number | null | 'children'): Condition => ({ kind: 'below', path, depth })
const any = (index: string, ...values: (string | number | boolean)[]): Condition => ({ kind: 'any', index, values })

export const searchCases: Cases<ContentStore> = {
  'a hit is the object without its fields': async store => {
    const columns = { title: 'Ä "q"', list: [1, null], nested: { at: 1_700_000_000_123 } }
    await commit(store, {
      creates: [...buildCreations('/'), buildCreation('/e', { node: { type: 'Event' }, entry: { columns } })],
    })
    const { total, items } = await search(store, { principals: ['Anonymous'], where: [below('/e', 0)] })
    assert.equal(total, 1)
    assert.deepEqual(items, [{ uid: uidFor('/e'), path: '/e', type: 'Event', position: 0, columns }])
  },

  'a search finds only objects held by one of the principals': async store => {
    const creationFor = (path: string, ...holders: string[]) => buildCreation(path, { entry: { holders } })
    const creates = [
      creationFor('/', 'Anonymous'),
      creationFor('/a', 'Manager', 'user:anna'),
      creationFor('/b', 'user:anna', 'user:bo'),
      creationFor('/c'),
    ]
    await commit(store, { creates })
    const pathsVisibleTo = async (...principals: string[]) =>
      (await search(store, { principals, where: [] })).items.map(({ path }) => path)
    assert.deepEqual(await pathsVisibleTo('Anonymous'), ['/'])
    assert.deepEqual(await pathsVisibleTo('Anonymous', 'user:anna'), ['/', '/a', '/b'])
    assert.deepEqual(await pathsVisibleTo('user:bo', 'Manager'), ['/a', '/b'])
    assert.deepEqual(await pathsVisibleTo('user:an'), [])
    assert.deepEqual(await pathsVisibleTo(), [])
    assert.equal((await search(store, { principals: ['Anonymous'], where: [], size: 0 })).total, 1)
    assert.equal((await search(store, { principals: 'system', where: [] })).total, 4)
  },

  'the last written holders of an object determine access': async store => {
    await commit(store, { creates: [buildCreation('/', { entry: { holders: ['Manager'] } })] })
    await commit(store, { entries: [{ uid: uidFor('/'), revision: 0, entry: buildEntry({ holders: ['Reader'] }) }] })
    assert.equal((await search(store, { principals: ['Manager'], where: [] })).total, 0)
    assert.equal((await search(store, { principals: ['Reader'], where: [] })).total, 1)
  },

  'any matches one of the values, and all matches every value': async store => {
    const subject = (path: string, ...Subject: string[]) => buildCreation(path, { entry: { indexes: { Subject } } })
    await commit(store, {
      creates: [subject('/', 'x'), subject('/a', 'x', 'y'), subject('/b', 'y', 'z'), subject('/c')],
    })
    const all = (...values: string[]): Condition => ({ kind: 'all', index: 'Subject', values })
    assert.deepEqual(await pathsOf(store, [any('Subject', 'x', 'z')]), ['/', '/a', '/b'])
    assert.deepEqual(await pathsOf(store, [any('Subject')]), [])
    assert.deepEqual(await pathsOf(store, [any('none', 'x')]), [])
    assert.deepEqual(await pathsOf(store, [all('x', 'y')]), ['/a'])
    assert.deepEqual(await pathsOf(store, [all('x', 'x')]), ['/', '/a'])
    assert.deepEqual(await pathsOf(store, [all()]), ['/', '/a', '/b', '/c'])
    assert.deepEqual(await pathsOf(store, [any('Subject', 'x'), any('Subject', 'y')]), ['/a'])
  },

  'values retain their types': async store => {
    const indexed = (path: string, value: string | number | boolean) =>
      buildCreation(path, { entry: { indexes: { value } } })
    const creates = [
      indexed('/', '1'),
      indexed('/a', 2),
      indexed('/b', true),
      indexed('/c', false),
      indexed('/d', 0.1 + 0.2),
    ]
    await commit(store, { creates })
    assert.deepEqual(await pathsOf(store, [any('value', '1')]), ['/'])
    assert.deepEqual(await pathsOf(store, [any('value', 2)]), ['/a'])
    assert.deepEqual(await pathsOf(store, [any('value', '2')]), [])
    assert.deepEqual(await pathsOf(store, [any('value', true)]), ['/b'])
    assert.deepEqual(await pathsOf(store, [any('value', false)]), ['/c'])
    assert.deepEqual(await pathsOf(store, [any('value', 0.1 + 0.2)]), ['/d'])
    assert.deepEqual(await pathsOf(store, [any('value', 0.3)]), [])
  },

  'thousands of values may be requested': async store => {
    const indexes = { number: 77, text: 'w"77\'' }
    await commit(store, { creates: [buildCreation('/', { entry: { indexes } })] })
    const numbers = Array.from({ length: 40_000 }, (_, i) => i)
    assert.deepEqual(await pathsOf(store, [any('number', ...numbers)]), ['/'])
    const texts = numbers.map(i => `w"${i}'`)
    assert.deepEqual(await pathsOf(store, [{ kind: 'any', index: 'text', values: texts }]), ['/'])
    assert.deepEqual(await pathsOf(store, [{ kind: 'all', index: 'number', values: numbers }]), [])
  },

  'range includes both ends, and null is open': async store => {
    const starting = (path: string, ...start: number[]) => buildCreation(path, { entry: { indexes: { start } } })
    await commit(store, {
      creates: [starting('/', -5), starting('/a', 10), starting('/b', 20.5), starting('/c', 1, 30), starting('/d')],
    })
    const range = (min: number | null, max: number | null) =>
      pathsOf(store, [{ kind: 'range', index: 'start', min, max }])
    assert.deepEqual(await range(10, 20.5), ['/a', '/b'])
    assert.deepEqual(await range(null, 10), ['/', '/a', '/c'])
    assert.deepEqual(await range(20.5, null), ['/b', '/c'])
    assert.deepEqual(await range(2, 9), [])
    assert.deepEqual(await range(30, 1), [])
    assert.deepEqual(await range(null, null), ['/', '/a', '/b', '/c'])
  },

  'sameOccurrence pairs starts and ends in their order': async store => {
    const lasting = (path: string, start: number[], end: number[]) =>
      buildCreation(path, { entry: { indexes: { start, end } } })
    const creates = [lasting('/', [], []), lasting('/a', [10, 20, 30], [12, 22, 32]), lasting('/b', [15], [25])]
    await commit(store, { creates })
    const within = (startsFrom: number | null, endsUntil: number | null) =>
      pathsOf(store, [{ kind: 'sameOccurrence', startsFrom, endsUntil, startsUntil: null, endsFrom: null }])
    const at = (time: number) =>
      pathsOf(store, [{ kind: 'sameOccurrence', startsFrom: null, endsUntil: null, startsUntil: time, endsFrom: time }])
    assert.deepEqual(await within(15, 25), ['/a', '/b'])
    assert.deepEqual(await within(21, 31), [])
    assert.deepEqual(await at(21), ['/a', '/b'])
    assert.deepEqual(await at(26), [])
  },

  'range compares strings': async store => {
    const titled = (path: string, title: string) => buildCreation(path, { entry: { indexes: { title } } })
    await commit(store, { creates: [titled('/', ''), titled('/a', 'b'), titled('/b', 'ba'), titled('/c', 'é')] })
    const range = (min: string | null, max: string | null) =>
      pathsOf(store, [{ kind: 'range', index: 'title', min, max }])
    assert.deepEqual(await range('b', 'c'), ['/a', '/b'])
    assert.deepEqual(await range(null, 'b'), ['/', '/a'])
    assert.deepEqual(await range('c', null), ['/c'])
  },

  'below matches a path, its children, or its subtree down to a depth': async store => {
    await commit(store, { creates: tree })
    assert.deepEqual(await pathsOf(store, [below('/a', 0)]), ['/a'])
    assert.deepEqual(await pathsOf(store, [below('/a', 1)]), ['/a', '/a/b'])
    assert.deepEqual(await pathsOf(store, [below('/a', 2)]), ['/a', '/a/b', '/a/b/c'])
    assert.deepEqual(await pathsOf(store, [below('/a', null)]), ['/a', '/a/b', '/a/b/c'])
    assert.deepEqual(await pathsOf(store, [below('/a', 'children')]), ['/a/b'])
    assert.deepEqual(await pathsOf(store, [below('/none', null)]), [])
    assert.deepEqual(await pathsOf(store, [below('/a/', null)]), [])
  },

  'below the site root matches everything': async store => {
    await commit(store, { creates: tree })
    assert.deepEqual(await pathsOf(store, [below('/', 0)]), ['/'])
    assert.deepEqual(await pathsOf(store, [below('/', 'children')]), ['/a', '/a-b', '/ab'])
    assert.deepEqual(await pathsOf(store, [below('/', 1)]), ['/', '/a', '/a-b', '/ab'])
    assert.equal((await pathsOf(store, [below('/', null)])).length, tree.length)
  },

  'either matches one of the conditions, which may be nested': async store => {
    await commit(store, { creates: tree })
    const either = (...conditions: Condition[]): Condition => ({ kind: 'either', conditions })
    assert.deepEqual(await pathsOf(store, [either(below('/ab', 0), below('/a', 0))]), ['/a', '/ab'])
    assert.deepEqual(
      await pathsOf(store, [either(below('/ab', null), either(below('/a-b', 0), { kind: 'nothing' })), below('/', 1)]),
      ['/a-b', '/ab'],
    )
    assert.deepEqual(await pathsOf(store, [either()]), [])
  },

  'not inverts a condition': async store => {
    const subject = (path: string, ...Subject: string[]) => buildCreation(path, { entry: { indexes: { Subject } } })
    await commit(store, {
      creates: [...buildCreations('/'), subject('/a', 'x'), subject('/b', 'x', 'y'), subject('/c', 'y')],
    })
    const not = (condition: Condition): Condition => ({ kind: 'not', condition })
    assert.deepEqual(await pathsOf(store, [not(any('Subject', 'x'))]), ['/', '/c'])
    assert.deepEqual(await pathsOf(store, [not(any('none', 'x'))]), ['/', '/a', '/b', '/c'])
    assert.deepEqual(await pathsOf(store, [not(not(any('Subject', 'x')))]), ['/a', '/b'])
    assert.deepEqual(await pathsOf(store, [not(below('/', 'children'))]), ['/'])
    assert.deepEqual(await pathsOf(store, [not(below('/a', 'children')), below('/', 0)]), ['/'])
    assert.deepEqual(
      await pathsOf(store, [not({ kind: 'either', conditions: [below('/a', 0), any('Subject', 'y')] })]),
      ['/'],
    )
    assert.deepEqual(await pathsOf(store, [not({ kind: 'nothing' }), any('Subject', 'y')]), ['/b', '/c'])
  },

  'range never compares numbers with strings': async store => {
    const indexed = (path: string, value: string | number) => buildCreation(path, { entry: { indexes: { value } } })
    await commit(store, { creates: [...buildCreations('/'), indexed('/a', 5), indexed('/b', '5'), indexed('/c', '')] })
    const range = (min: string | number | null, max: string | number | null) =>
      pathsOf(store, [{ kind: 'range', index: 'value', min, max }])
    assert.deepEqual(await range(1, null), ['/a'])
    assert.deepEqual(await range(null, 9), ['/a'])
    assert.deepEqual(await range(null, '9'), ['/b', '/c'])
    assert.deepEqual(await range('', null), ['/b', '/c'])
    assert.deepEqual(await range(1, '9'), [])
    assert.deepEqual(await range('1', 9), [])
    assert.deepEqual(await range(null, null), ['/a', '/b', '/c'])
  },

  'very many conditions are allowed': async store => {
    await commit(store, { creates: tree })
    const conditions = Array.from({ length: 1500 }, (_, i) => below(`/none${i}`, 0))
    assert.deepEqual(await pathsOf(store, [{ kind: 'either', conditions: [...conditions, below('/a', 0)] }]), ['/a'])
    assert.deepEqual(
      await pathsOf(
        store,
        Array.from({ length: 1500 }, () => below('/ab', null)),
      ),
      ['/ab', '/ab/c'],
    )
  },

  'active matches objects after publication and before expiration; missing dates always match': async store => {
    const dated = (path: string, indexes: { effective?: number; expires?: number }) =>
      buildCreation(path, { entry: { indexes } })
    const creates = [
      dated('/', {}),
      dated('/a', { effective: 10 }),
      dated('/b', { expires: 20 }),
      dated('/c', { effective: 10, expires: 20 }),
    ]
    await commit(store, { creates })
    const activeAt = (at: number) => pathsOf(store, [{ kind: 'active', at }])
    assert.deepEqual(await activeAt(9), ['/', '/b'])
    assert.deepEqual(await activeAt(10), ['/', '/a', '/b', '/c'])
    assert.deepEqual(await activeAt(19), ['/', '/a', '/b', '/c'])
    assert.deepEqual(await activeAt(20), ['/', '/a'])
  },

  'nothing matches no object': async store => {
    await commit(store, { creates: tree })
    assert.deepEqual(await search(store, { principals: 'system', where: [{ kind: 'nothing' }] }), {
      total: 0,
      items: [],
    })
  },
}
