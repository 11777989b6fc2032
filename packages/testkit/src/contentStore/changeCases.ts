import assert from 'node:assert/strict'
import type { Change, ContentStore } from '@plenum/core/ports'
import { buildCreation, buildCreations, buildEntry, buildNode, buildRecord, uidFor } from '../builders.js'
import type { Cases } from '../runner.js'
import { childrenOf, commit, dump, nodeAt, open, pathsOf, refusalOf, search } from './storeQueries.js'

const word = (text: string) => ({ kind: 'text', in: 'everything', query: { kind: 'word', word: text } }) as const

export const changeCases: Cases<ContentStore> = {
  'the content state changes with each commit, and only then': async store => {
    const contentNow = async () => (await store.state()).content
    const states = [await contentNow()]
    await commit(store, { creates: buildCreations('/') })
    states.push(await contentNow(), await contentNow())
    await refusalOf(store, { creates: buildCreations('/') })
    states.push(await contentNow())
    await commit(store, {})
    states.push(await contentNow())
    assert.equal(new Set(states).size, 3)
    assert.equal(new Set(states.slice(1, 4)).size, 1)
  },

  'each commit changes the stamp, and a rejected one does not': async store => {
    const stamp = async () => (await open(store, '/')).stamp
    const stamps = [await stamp()]
    await commit(store, { creates: buildCreations('/') })
    stamps.push(await stamp())
    assert.equal(await refusalOf(store, { creates: buildCreations('/') }), 'taken')
    assert.equal(await stamp(), stamps[1])
    await commit(store, {})
    assert.equal(new Set([...stamps, await stamp()]).size, 3)
  },

  'a created object needs its container, which may be created earlier in the same change': async store => {
    assert.equal(await refusalOf(store, { creates: buildCreations('/a') }), 'gone')
    assert.equal(await refusalOf(store, { creates: buildCreations('/', '/a/b', '/a') }), 'gone')
    await commit(store, { creates: buildCreations('/', '/a', '/a/b') })
    assert.equal(await refusalOf(store, { creates: buildCreations('/none/b') }), 'gone')
    assert.equal(await refusalOf(store, { removes: ['/a'], creates: buildCreations('/a/c') }), 'gone')
  },

  'a used path or UID is rejected': async store => {
    await commit(store, { creates: buildCreations('/', '/a') })
    assert.equal(await refusalOf(store, { creates: [buildCreation('/a', { node: { uid: 'other' } })] }), 'taken')
    assert.equal(await refusalOf(store, { creates: [buildCreation('/b', { node: { uid: uidFor('/a') } })] }), 'taken')
    assert.equal(await refusalOf(store, { creates: buildCreations('/b', '/b') }), 'taken')
    assert.deepEqual(await pathsOf(store, []), ['/', '/a'])
  },

  'a created object becomes the last one of its container': async store => {
    await commit(store, { creates: buildCreations('/', '/a', '/b', '/a/x', '/c') })
    assert.deepEqual(await childrenOf(store, '/'), [
      ['a', 0],
      ['b', 1],
      ['c', 2],
    ])
    assert.deepEqual(await childrenOf(store, '/a'), [['x', 0]])
    await commit(store, { removes: ['/b'], creates: buildCreations('/d') })
    assert.deepEqual(await childrenOf(store, '/'), [
      ['a', 0],
      ['c', 2],
      ['d', 3],
    ])
  },

  'concurrent additions to one container are all accepted': async store => {
    await commit(store, { creates: buildCreations('/') })
    const ids = Array.from({ length: 50 }, (_, i) => `c${i}`)
    const added = ids.map((id, i) =>
      commit(store, { creates: buildCreations(`/${id}`), touches: [{ path: '/', modified: 2000 + (i % 7) }] }),
    )
    await Promise.all(added)
    const children = await childrenOf(store, '/')
    assert.deepEqual(children.map(([id]) => id).sort(), ids.toSorted())
    assert.deepEqual(
      children.map(([, position]) => position),
      ids.map((_, i) => i),
    )
    assert.equal((await nodeAt(store, '/')).modified, 2006)
  },

  'an update increments the revision of the node and preserves its path and position': async store => {
    await commit(store, { creates: buildCreations('/', '/a', '/b') })
    const node = buildNode('/a', {
      type: 'Event',
      modified: 3000,
      fields: { title: 'New' },
      states: { flow: 'published' },
    })
    await commit(store, { updates: [{ node, entry: buildEntry({ columns: { title: 'New' } }) }] })
    assert.deepEqual(await nodeAt(store, '/a'), { ...node, revision: 1 })
    assert.deepEqual(await childrenOf(store, '/'), [
      ['a', 0],
      ['b', 1],
    ])
    const { items } = await search(store, {
      principals: ['Anonymous'],
      where: [{ kind: 'below', path: '/a', depth: 0 }],
    })
    assert.deepEqual(items, [{ uid: node.uid, path: '/a', type: 'Event', position: 0, columns: { title: 'New' } }])
  },

  'an update is rejected if the node has another revision': async store => {
    await commit(store, { creates: buildCreations('/', '/a') })
    const update: Change = { updates: [{ node: buildNode('/a', { creator: 'eve' }), entry: buildEntry() }] }
    const outcomes = await Promise.all([refusalOf(store, update), refusalOf(store, update), refusalOf(store, update)])
    assert.deepEqual(outcomes.toSorted(), ['changed', 'changed', null])
    assert.equal((await nodeAt(store, '/a')).revision, 1)
    assert.equal(await refusalOf(store, { updates: [{ node: buildNode('/none'), entry: buildEntry() }] }), 'gone')
  },

  'an object that is created again with its UID and revision is read with its new values': async store => {
    await commit(store, { creates: buildCreations('/', '/a') })
    const titleNow = async () => {
      const [node] = await store.read(reader => reader.nodes([uidFor('/a')]))
      assert.deepEqual(await nodeAt(store, '/a'), node)
      return node?.fields.title
    }
    const before = await titleNow()
    await commit(store, { removes: ['/a'] })
    await commit(store, { creates: [buildCreation('/a', { node: { fields: { title: 'Another' } } })] })
    assert.deepEqual([before === 'Another', await titleNow()], [false, 'Another'])
  },

  'an update replaces the search values of the object': async store => {
    const entry = { indexes: { Subject: ['x', 'y'] }, words: ['old', 'both'], holders: ['Anonymous'] }
    await commit(store, { creates: [buildCreation('/', { entry })] })
    const next = buildEntry({ indexes: { Subject: ['y', 'z'] }, words: ['both', 'new'], holders: ['Manager'] })
    await commit(store, { updates: [{ node: buildNode('/'), entry: next }] })
    const subject = (value: string) => pathsOf(store, [{ kind: 'any', index: 'Subject', values: [value] }])
    assert.deepEqual([await subject('x'), await subject('y'), await subject('z')], [[], ['/'], ['/']])
    assert.deepEqual(await pathsOf(store, [word('old')]), [])
    assert.deepEqual(await pathsOf(store, [word('both'), word('new')]), ['/'])
    assert.equal((await search(store, { principals: ['Anonymous'], where: [] })).total, 0)
    assert.equal((await search(store, { principals: ['Manager'], where: [] })).total, 1)
  },

  'records of an update follow the existing ones': async store => {
    const [first, second] = [buildRecord({ state: 'private' }), buildRecord({ state: 'published', action: 'publish' })]
    await commit(store, { creates: [buildCreation('/', { records: [first] })] })
    await commit(store, { updates: [{ node: buildNode('/'), entry: buildEntry(), records: [second] }] })
    await commit(store, { updates: [{ node: buildNode('/', { revision: 1 }), entry: buildEntry() }] })
    assert.deepEqual(await store.read(reader => reader.records(uidFor('/'))), [first, second])
    const last = (workflow: string) => store.read(reader => reader.lastRecord(uidFor('/'), workflow))
    assert.deepEqual([await last(second.workflow), await last('another')], [second, null])
  },

  'new entries do not change the objects': async store => {
    await commit(store, { creates: [buildCreation('/', { node: { revision: 4 }, entry: { words: ['old'] } })] })
    const entry = buildEntry({ words: ['new'], columns: { title: 'T' }, holders: ['Reader'] })
    await commit(store, { entries: [{ uid: uidFor('/'), revision: 4, entry }] })
    assert.deepEqual(await nodeAt(store, '/'), buildNode('/', { revision: 4 }))
    const { items } = await search(store, { principals: ['Reader'], where: [word('new')] })
    assert.deepEqual(
      items.map(({ columns }) => columns),
      [{ title: 'T' }],
    )
    assert.deepEqual(await pathsOf(store, [word('old')]), [])
    assert.equal(await refusalOf(store, { entries: [{ uid: 'none', revision: 0, entry }] }), 'gone')
    assert.equal(await refusalOf(store, { entries: [{ uid: uidFor('/'), revision: 3, entry }] }), 'changed')
  },

  'a touch only increases the time of a container, without a revision': async store => {
    const entry = { indexes: { modified: 1000, start: 5 }, columns: { modified: 1000, title: 'T' } }
    await commit(store, { creates: [buildCreation('/', { entry })] })
    await commit(store, { touches: [{ path: '/', modified: 3000 }] })
    await commit(store, { touches: [{ path: '/', modified: 2000 }] })
    assert.deepEqual(await nodeAt(store, '/'), buildNode('/', { modified: 3000 }))
    const hits = await search(store, {
      principals: 'system',
      where: [{ kind: 'any', index: 'modified', values: [3000] }],
    })
    assert.deepEqual(
      hits.items.map(({ columns }) => columns),
      [{ modified: 3000, title: 'T' }],
    )
    assert.deepEqual(await pathsOf(store, [{ kind: 'range', index: 'modified', min: null, max: 2999 }]), [])
    assert.equal(await refusalOf(store, { touches: [{ path: '/none', modified: 1 }] }), 'gone')
  },

  'an update and a touch of one object may be combined': async store => {
    await commit(store, { creates: buildCreations('/') })
    const updates = [{ node: buildNode('/', { modified: 2000 }), entry: buildEntry() }]
    await commit(store, {
      updates,
      touches: [
        { path: '/', modified: 2500 },
        { path: '/', modified: 2400 },
      ],
    })
    assert.deepEqual(await nodeAt(store, '/'), buildNode('/', { modified: 2500, revision: 1 }))
  },

  'a removed object is deleted with its descendants and all their data': async store => {
    const texts = { entry: { words: ['text'], indexes: { Subject: 's' } }, records: [buildRecord()] }
    const creates = ['/', '/a', '/a/b', '/a-b', '/ab', '/ab/c'].map(path => buildCreation(path, texts))
    await commit(store, { creates })
    await commit(store, { removes: ['/a'] })
    const remaining = ['/', '/a-b', '/ab', '/ab/c']
    assert.deepEqual(await pathsOf(store, []), remaining)
    assert.deepEqual(await pathsOf(store, [word('text')]), remaining)
    assert.deepEqual(await pathsOf(store, [{ kind: 'any', index: 'Subject', values: ['s'] }]), remaining)
    assert.deepEqual(await store.read(reader => reader.nodes([uidFor('/a'), uidFor('/a/b')])), [])
    assert.deepEqual(await store.read(reader => reader.records(uidFor('/a/b'))), [])
    assert.equal(await refusalOf(store, { removes: ['/a'] }), 'gone')
  },

  'a removed object can be created again, also in the same change': async store => {
    await commit(store, {
      creates: [buildCreation('/'), buildCreation('/a', { records: [buildRecord()], entry: { words: ['w'] } })],
    })
    await commit(store, { removes: ['/a'], creates: buildCreations('/a') })
    assert.deepEqual(await store.read(reader => reader.records(uidFor('/a'))), [])
    assert.deepEqual(await pathsOf(store, [word('w')]), [])
  },

  'a container and its content may be removed in one change': async store => {
    await commit(store, { creates: buildCreations('/', '/a', '/a/b', '/c') })
    await commit(store, { removes: ['/a', '/a/b', '/a'] })
    assert.deepEqual(await pathsOf(store, []), ['/', '/c'])
  },

  'a rejected change has no effect': async store => {
    await commit(store, {
      creates: [...buildCreations('/', '/a', '/b'), buildCreation('/c', { records: [buildRecord()] })],
    })
    const before = await dump(store)
    const change: Change = {
      creates: buildCreations('/d', '/none/x'),
      updates: [
        { node: buildNode('/a', { modified: 9 }), entry: buildEntry({ words: ['w'] }), records: [buildRecord()] },
      ],
      entries: [{ uid: uidFor('/b'), revision: 0, entry: buildEntry({ columns: { title: 'x' } }) }],
      touches: [{ path: '/', modified: 9999 }],
      removes: ['/c'],
      renames: [{ from: '/b', to: '/e' }],
      orders: [{ path: '/', ids: ['c', 'b', 'a'] }],
      files: [{ digest: 'f', bytes: Uint8Array.of(1) }],
    }
    assert.equal(await refusalOf(store, change), 'gone')
    assert.deepEqual(await dump(store), before)
    assert.deepEqual(await pathsOf(store, [word('w')]), [])
    assert.equal((await open(store, '/b')).movedTo, null)
    assert.equal(await store.read(reader => reader.filePiece('f', 0)), null)
    assert.equal(await refusalOf(store, { ...change, creates: buildCreations('/d') }), null)
    assert.deepEqual(await pathsOf(store, []), ['/', '/a', '/e', '/d'])
  },
}
