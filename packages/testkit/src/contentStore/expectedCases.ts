import assert from 'node:assert/strict'
import type { ContentStore, ObjectRevision, OverlapQuery } from '@plenum/core/ports'
import { buildCreation, buildCreations, buildEntry, buildNode, uidFor } from '../builders.js'
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

  'objects overlap a span of time only if they share a value with it and do not just touch it': async store => {
    const slot = (
      path: string,
      start: number,
      end: number,
      rooms: readonly string[],
      people: readonly string[] = [],
    ) => ({
      ...buildCreation(path),
      entry: buildEntry({ indexes: { start, end, slot_room: rooms, presenters: people } }),
    })
    await commit(store, {
      creates: [
        ...buildCreations('/'),
        slot('/a', 10, 20, ['hall']),
        slot('/b', 20, 30, ['hall', 'cellar'], ['ada']),
        slot('/c', 0, 100, ['attic'], ['ada', 'bob']),
        slot('/d', -5, 11, ['hall']),
        { ...buildCreation('/e'), entry: buildEntry({ indexes: { start: 10, slot_room: ['hall'] } }) },
      ],
    })
    const overlaps = async (start: number, end: number, shares: Readonly<Record<string, readonly string[]>>) =>
      (await store.read(reader => reader.overlapping({ span: ['start', 'end'], start, end, shares })))
        .map(({ uid }) => uid)
        .sort()
    assert.deepEqual(await overlaps(11, 20, { slot_room: ['hall'] }), [uidFor('/a')])
    assert.deepEqual(await overlaps(10, 21, { slot_room: ['hall'] }), ['/a', '/b', '/d'].map(uidFor).sort())
    assert.deepEqual(
      await overlaps(11, 20, { slot_room: ['cellar', 'hall'], presenters: ['bob'] }),
      ['/a', '/c'].map(uidFor).sort(),
    )
    assert.deepEqual(await overlaps(0, 100, { slot_room: [], presenters: ['eve'] }), [])
    assert.deepEqual(await overlaps(0, 100, {}), [])
  },

  'a change is rejected if other objects overlap a span of time, or if one of them has changed': async store => {
    const entry = buildEntry({ indexes: { start: 10, end: 20, slot_room: ['hall'] } })
    await commit(store, { creates: [...buildCreations('/', '/x'), { ...buildCreation('/a'), entry }] })
    const hall: OverlapQuery = { span: ['start', 'end'], start: 0, end: 15, shares: { slot_room: ['hall'] } }
    const refusal = (objects: readonly ObjectRevision[]) =>
      refusalOf(store, { removes: ['/x'], overlaps: [{ ...hall, objects }] })
    const before = await store.read(reader => reader.overlapping(hall))
    assert.deepEqual(before, [{ uid: uidFor('/a'), revision: 0 }])
    assert.equal(await refusal([]), 'changed')
    await commit(store, { updates: [{ node: buildNode('/a'), entry }] })
    assert.equal(await refusal(before), 'changed')
    await commit(store, { creates: [{ ...buildCreation('/b'), entry }] })
    assert.equal(await refusal([{ uid: uidFor('/a'), revision: 1 }]), 'changed')
    const both = await store.read(reader => reader.overlapping(hall))
    await commit(store, { removes: ['/x'], overlaps: [{ ...hall, objects: both.toReversed() }] })
  },
}
