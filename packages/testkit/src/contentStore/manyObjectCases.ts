import assert from 'node:assert/strict'
import type { TimeSlice } from '@plenum/core'
import type { CatalogQuery, ContentStore } from '@plenum/core/ports'
import { allOf } from '../allOf.js'
import { buildCreation, buildCreations, buildEntry, buildNode, uidFor } from '../builders.js'
import type { Cases } from '../runner.js'
import { commit, nodeAt, pathsOf } from './storeQueries.js'

const paths = (count: number): string[] => Array.from({ length: count }, (_, i) => `/n${i}`)
const byPath = [{ by: 'path', descending: true }]

/** Creates a time slice that is always over, so that every loop pauses. */
function impatient(): { readonly slice: TimeSlice; readonly pauses: () => number } {
  let pauses = 0
  const next = async (): Promise<void> => {
    pauses += 1
    await new Promise(resolve => setTimeout(resolve, 0))
  }
  return { slice: { isOver: () => true, next }, pauses: () => pauses }
}

const manyCreated = (store: ContentStore): Promise<void> =>
  commit(store, { creates: buildCreations('/', ...paths(450)) })

const retitled = (path: string) => ({
  uid: uidFor(path),
  revision: 0,
  entry: buildEntry({ indexes: { title: 'new' }, columns: { title: 'new' } }),
})

const titledNew: CatalogQuery = {
  principals: 'system',
  where: [{ kind: 'any', index: 'title', values: ['new'] }],
  size: 0,
}

const countNew = (store: ContentStore): Promise<number> =>
  store.read(async reader => (await reader.search(titledNew)).total)

export const manyObjectCases: Cases<ContentStore> = {
  'a scan returns the hits of a search in chunks': async store => {
    await manyCreated(store)
    for (const part of [{}, { start: 7, size: 300 }, { size: 0 }, { start: 9999 }]) {
      const query: CatalogQuery = { principals: 'system', where: [], sort: byPath, ...part }
      const [page, scanned, lengths] = await store.read(async reader => {
        const { total, chunks: read } = await reader.scan(query)
        const parts: number[] = []
        const items = []
        for await (const chunk of read) {
          parts.push(chunk.length)
          items.push(...chunk)
        }
        return [await reader.search(query), { total, items }, parts] as const
      })
      assert.deepEqual(scanned, page)
      assert.ok(
        lengths.every(length => length <= 200),
        'a chunk is small',
      )
    }
  },

  'a subtree is returned in chunks': async store => {
    await manyCreated(store)
    const lengths = await store.read(async reader => {
      const all: number[] = []
      for await (const nodes of reader.subtree('/')) all.push(nodes.length)
      return all
    })
    assert.equal(
      lengths.reduce((sum, length) => sum + length, 0),
      451,
    )
    assert.ok(
      lengths.every(length => length <= 200),
      'a chunk is small',
    )
  },

  'a new entry without words preserves the words of the object': async store => {
    const words = { titleWords: ['old'], descriptionWords: [], words: ['old'] }
    await commit(store, { creates: [...buildCreations('/'), buildCreation('/a', { entry: words })] })
    const { holders, indexes, columns } = buildEntry()
    const facts = { holders, indexes, columns }
    const pathsWith = (word: string) =>
      pathsOf(store, [{ kind: 'text', in: 'everything', query: { kind: 'word', word } }])
    await commit(store, { entries: [{ uid: uidFor('/a'), revision: 0, entry: facts }] })
    await commit(store, { updates: [{ node: buildNode('/a'), entry: facts }] })
    assert.deepEqual(await pathsWith('old'), ['/a'])
    await commit(store, {
      updates: [{ node: buildNode('/a', { revision: 1 }), entry: { ...facts, ...words, words: ['new'] } }],
    })
    assert.deepEqual([await pathsWith('old'), await pathsWith('new')], [[], ['/a']])
  },

  'a change of many objects is invisible until it is complete': async store => {
    await manyCreated(store)
    const { slice } = impatient()
    const writing = store.commit({ entries: paths(450).map(retitled) }, slice)
    const iterations = new Set<number>()
    let isDone = false
    void writing.then(() => {
      isDone = true
    })
    while (!isDone) {
      iterations.add(await countNew(store))
      await new Promise(resolve => setTimeout(resolve, 0))
    }
    assert.deepEqual(await writing.then(({ ok }) => ok), true)
    iterations.delete(450)
    assert.deepEqual([...iterations], [0])
    assert.equal(await countNew(store), 450)
  },

  'a rejected change of many objects leaves no trace': async store => {
    await manyCreated(store)
    const outdated = { ...retitled('/n449'), revision: 7 }
    const change = { entries: [...paths(449).map(retitled), outdated] }
    const outcome = await store.commit(change, impatient().slice)
    assert.deepEqual(outcome, { ok: false, reason: 'changed' })
    assert.equal(await countNew(store), 0)
  },

  'changes are executed one after another, in order': async store => {
    await manyCreated(store)
    const order: string[] = []
    const many = store.commit({ entries: paths(450).map(retitled) }, impatient().slice).then(() => order.push('many'))
    const [a, b] = ['/a', '/b'].map(path =>
      store.commit({ creates: buildCreations(path) }).then(() => order.push(path)),
    )
    await Promise.all([many, a, b])
    assert.deepEqual(order, ['many', '/a', '/b'])
  },

  'an exclusive writer blocks other writers from the decision to the commit': async store => {
    await commit(store, { creates: buildCreations('/', '/a') })
    const others: Promise<unknown>[] = []
    const outcome = await store.alone(async write => {
      const node = await nodeAt(store, '/a')
      others.push(store.commit({ updates: [{ node: { ...node, fields: { title: 'theirs' } }, entry: buildEntry() }] }))
      await new Promise(resolve => setTimeout(resolve, 20))
      return write({ updates: [{ node: { ...node, fields: { title: 'ours' } }, entry: buildEntry() }] })
    })
    assert.equal(outcome.ok, true)
    assert.deepEqual(await Promise.all(others), [{ ok: false, reason: 'changed' }])
    assert.deepEqual((await nodeAt(store, '/a')).fields, { title: 'ours' })
  },

  'an exclusive writer that fails releases the others': async store => {
    await assert.rejects(store.alone(async () => Promise.reject(new Error('no'))))
    await commit(store, { creates: buildCreations('/') })
  },

  'a large subtree is removed and renamed as a whole': async store => {
    const inside = paths(450).map(path => `/a${path}`)
    await commit(store, { creates: buildCreations('/', '/a', '/a-b', ...inside) })
    const renaming = impatient()
    const renamed = await store.commit({ renames: [{ from: '/a', to: '/b' }] }, renaming.slice)
    assert.equal(renamed.ok, true)
    const below = (path: string) => store.read(async reader => (await allOf(reader.subtree(path))).length)
    assert.deepEqual([await below('/a'), await below('/b'), await below('/a-b')], [0, 451, 1])
    const removing = impatient()
    assert.equal((await store.commit({ removes: ['/b'] }, removing.slice)).ok, true)
    assert.deepEqual([await below('/b'), await below('/')], [0, 2])
  },
}
