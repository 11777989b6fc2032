import assert from 'node:assert/strict'
import type { TimeSlice } from '@plenum/core'
import type { Change, ContentStore } from '@plenum/core/ports'
import { buildCreation, buildCreations, buildEntry, buildNode, buildRecord, uidFor } from '../builders.js'
import type { Cases } from '../runner.js'
import { commit, dump, nodeAt, pathsOf } from './storeQueries.js'

const paths = Array.from({ length: 250 }, (_, i) => `/tree/n${i}`)
const before = {
  indexes: { state: 'private', Subject: ['old', 'same'], effective: 1 },
  columns: { state: 'private' },
  holders: ['Owner'],
}
const [first, second] = [buildRecord({ time: 1000 }), buildRecord({ time: 2000, state: 'published' })]

async function plant(store: ContentStore): Promise<void> {
  const leaves = paths.map(path => buildCreation(path, { entry: before, records: [first] }))
  await commit(store, { creates: [...buildCreations('/', '/tree'), ...leaves] })
}

function transitionAll(update: (path: string, i: number) => { readonly revision?: number } = () => ({})): Change {
  const entry = (i: number) =>
    buildEntry({
      indexes: { state: 'published', Subject: ['same', `own ${i}`], effective: i },
      columns: { state: 'published' },
      holders: ['Anonymous'],
    })
  const updates = paths.map((path, i) => ({
    node: buildNode(path, { states: { flow: 'published' }, ...update(path, i) }),
    entry: entry(i),
    records: [second],
  }))
  return { updates }
}

const has = (index: string, value: string | number) => [{ kind: 'any', index, values: [value] } as const]
const slow = (): TimeSlice => ({ isOver: () => true, next: () => new Promise(resolve => setTimeout(resolve, 0)) })

export const treeCases: Cases<ContentStore> = {
  'the store returns the paths at which objects exist': async store => {
    await commit(store, { creates: buildCreations('/', '/a', '/a/b') })
    const existing = (...wanted: string[]) => store.read(reader => reader.existingPaths(wanted))
    assert.deepEqual((await existing('/', '/a/b', '/a/c', '/b', '/A')).toSorted(), ['/', '/a/b'])
    assert.deepEqual(await existing('/a', '/a'), ['/a'])
    assert.deepEqual(await existing('/\0', '/\ud800', '/\u{1f33f}'), [])
    assert.deepEqual(await existing(), [])
  },

  'the store counts an object and its descendants, up to a limit': async store => {
    await commit(store, { creates: buildCreations('/', '/a', '/a/b', '/a/b/c', '/a-b', '/a0') })
    const size = (path: string, limit: number) => store.read(reader => reader.sizeUpTo(path, limit))
    assert.deepEqual([await size('/a', 10), await size('/a', 2), await size('/', 10)], [3, 2, 6])
    assert.deepEqual([await size('/a/b/c', 10), await size('/none', 10)], [1, 0])
  },

  'a duplicate index value remains as long as the index has it once': async store => {
    await commit(store, { creates: [buildCreation('/', { entry: { indexes: { Subject: ['x', 'x', 'y'] } } })] })
    for (const [i, subjects] of [
      ['x', 'y'],
      ['y', 'x', 'x'],
      ['z', 'x'],
      ['x', 'z', 'z'],
    ].entries()) {
      await commit(store, {
        updates: [
          {
            node: buildNode('/', { revision: i }),
            entry: buildEntry({ indexes: { Subject: subjects, language: `l${i}` } }),
          },
        ],
      })
      for (const subject of ['x', 'y', 'z']) {
        const expected = subjects.includes(subject) ? ['/'] : []
        assert.deepEqual(await pathsOf(store, has('Subject', subject)), expected, `${i} ${subject}`)
      }
      assert.deepEqual(await pathsOf(store, has('language', `l${i}`)), ['/'])
    }
  },

  'objects in one change get their common values and their individual ones': async store => {
    await plant(store)
    await commit(store, transitionAll())
    assert.deepEqual(await pathsOf(store, has('state', 'private')), [])
    assert.deepEqual(await pathsOf(store, has('Subject', 'old')), [])
    assert.deepEqual((await pathsOf(store, has('state', 'published'))).toSorted(), paths.toSorted())
    assert.equal((await pathsOf(store, has('Subject', 'same'))).length, paths.length)
    assert.deepEqual(await pathsOf(store, has('Subject', 'own 249')), ['/tree/n249'])
    assert.deepEqual(await pathsOf(store, has('effective', 120)), ['/tree/n120'])
    const snapshot = await store.read(reader =>
      reader.search({ principals: ['Anonymous'], where: has('state', 'published') }),
    )
    assert.deepEqual([snapshot.total, snapshot.items[7]?.columns], [paths.length, { state: 'published' }])
    assert.deepEqual(
      await nodeAt(store, '/tree/n3'),
      buildNode('/tree/n3', { states: { flow: 'published' }, revision: 1 }),
    )
    assert.deepEqual(await store.read(reader => reader.records(uidFor('/tree/n9'))), [first, second])
  },

  'a change that fails at its last object writes nothing, and allows concurrent reads and writes': async store => {
    await plant(store)
    const whole = async () => ({ ...(await dump(store)), stamp: null })
    const state = await whole()
    const change = transitionAll((_, i) => (i === paths.length - 1 ? { revision: 7 } : {}))
    const [failed, read, small] = await Promise.all([
      store.commit(change, slow()),
      pathsOf(store, has('state', 'published')),
      store.commit({ touches: [{ path: '/', modified: 1 }] }),
    ])
    assert.deepEqual([failed, read, small], [{ ok: false, reason: 'changed' }, [], { ok: true }])
    assert.deepEqual(await whole(), state)
    await commit(store, transitionAll())
  },

  'a second update of an object in one change expects the revision of the first': async store => {
    await commit(store, { creates: buildCreations('/', '/a') })
    const update = { node: buildNode('/a'), entry: buildEntry() }
    assert.deepEqual(await store.commit({ updates: [update, update] }), { ok: false, reason: 'changed' })
    await commit(store, { updates: [update, { ...update, node: buildNode('/a', { revision: 1 }) }] })
    assert.equal((await nodeAt(store, '/a')).revision, 2)
  },
}
