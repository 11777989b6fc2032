import assert from 'node:assert/strict'
import type { ContentStore } from '@plenum/core/ports'
import { allOf } from '../allOf.js'
import { buildCreation, buildCreations, buildNode, buildRecord, uidFor } from '../builders.js'
import type { Cases } from '../runner.js'
import { commit, nodeAt, open, pathsOf } from './storeQueries.js'

const pathsIn = (nodes: readonly { readonly path: string }[]) => nodes.map(({ path }) => path)

export const readingCases: Cases<ContentStore> = {
  'a new store is empty': async store => {
    const { stamp, ...empty } = await open(store, '/')
    assert.deepEqual(empty, { lineage: [], exists: false, movedTo: null, invalidations: 0 })
    assert.notEqual(stamp, '')
    await store.read(async reader => {
      assert.deepEqual(await reader.search({ principals: 'system', where: [] }), { total: 0, items: [] })
      assert.deepEqual(await reader.nodes([uidFor('/')]), [])
      assert.deepEqual(await allOf(reader.subtree('/')), [])
      assert.deepEqual(await reader.records(uidFor('/')), [])
      assert.equal(await reader.filePiece('none', 0), null)
    })
  },

  'a store reports its kind and size': async store => {
    const { kind, bytes, clock } = await store.read(reader => reader.facts())
    assert.ok(clock === null || Math.abs(clock - Date.now()) < 60_000)
    assert.match(kind, /\w/)
    assert.ok(bytes === null || bytes > 0)
  },

  'open returns the object with all its containers, the site root first': async store => {
    await commit(store, { creates: buildCreations('/', '/a', '/a/b', '/a/b/c', '/a/x') })
    const { lineage, exists, movedTo } = await open(store, '/a/b/c')
    assert.deepEqual(
      lineage,
      ['/', '/a', '/a/b', '/a/b/c'].map(path => buildNode(path)),
    )
    assert.deepEqual({ exists, movedTo }, { exists: true, movedTo: null })
    assert.deepEqual(pathsIn((await open(store, '/')).lineage), ['/'])
  },

  'open of a longer path ends with the last existing container': async store => {
    await commit(store, { creates: buildCreations('/', '/a') })
    for (const path of ['/a/none', '/a/none/b', '/a/', '/a//b']) {
      const { lineage, exists } = await open(store, path)
      assert.deepEqual([path, exists, pathsIn(lineage)], [path, false, ['/', '/a']])
    }
    const { lineage, exists } = await open(store, '/b')
    assert.deepEqual([exists, pathsIn(lineage)], [false, ['/']])
  },

  'a path of thousands of segments is not found': async store => {
    await commit(store, { creates: buildCreations('/', '/a') })
    const { lineage, exists, movedTo } = await open(store, '/a'.repeat(8000))
    assert.deepEqual([exists, movedTo, pathsIn(lineage)], [false, null, ['/', '/a']])
  },

  'containers may be nested very deeply': async store => {
    const paths = Array.from({ length: 40 }, (_, depth) => '/d'.repeat(depth) || '/')
    await commit(store, { creates: buildCreations(...paths) })
    assert.deepEqual(pathsIn((await open(store, '/d'.repeat(39))).lineage), paths)
    assert.deepEqual(pathsIn((await open(store, '/d'.repeat(50))).lineage), paths)
  },

  'an object is returned as it was written': async store => {
    const node = buildNode('/ü 日', {
      type: 'News Item',
      revision: 7,
      created: 1_700_000_000_123,
      modified: -5,
      fields: {
        text: 'a\u0000b "\' \ud83d\ude00 \ud800',
        none: null,
        list: [1, 0.1, true, [{}]],
        constructor: 'x',
        big: 2 ** 53,
      },
      layout: 'listing',
      states: { flow: 'private' },
      permissions: { View: { roles: ['Manager'], acquired: false } },
      localRoles: { 'user:anna': ['Owner'] },
      blockLocalRoles: true,
    })
    await commit(store, { creates: [...buildCreations('/'), { ...buildCreation('/ü 日'), node }] })
    assert.deepEqual(await nodeAt(store, '/ü 日'), node)
  },

  'nodes are found once each by UID, regardless of access; missing ones are omitted': async store => {
    await commit(store, { creates: [...buildCreations('/', '/a'), buildCreation('/b', { entry: { holders: [] } })] })
    const uids = [uidFor('/b'), uidFor('/none'), uidFor('/a'), uidFor('/b')]
    const nodes = await store.read(reader => reader.nodes(uids))
    assert.deepEqual(pathsIn(nodes).sort(), ['/a', '/b'])
    assert.deepEqual(await store.read(reader => reader.nodes([])), [])
  },

  'thousands of UIDs may be requested': async store => {
    await commit(store, { creates: buildCreations('/', '/a') })
    const uids = Array.from({ length: 40_000 }, (_, i) => `none-${i}`)
    assert.deepEqual(pathsIn(await store.read(reader => reader.nodes([...uids, uidFor('/a')]))), ['/a'])
  },

  'subtree returns an object and its descendants, containers first, siblings in order': async store => {
    await commit(store, { creates: buildCreations('/', '/b', '/b/z', '/b/a', '/b/z/q', '/b-2', '/b-2/x', '/ba') })
    const subtree = await store.read(reader => allOf(reader.subtree('/b')))
    assert.deepEqual(pathsIn(subtree), ['/b', '/b/z', '/b/a', '/b/z/q'])
    assert.deepEqual(subtree[0], buildNode('/b'))
    assert.equal((await store.read(reader => allOf(reader.subtree('/')))).length, 8)
    assert.deepEqual(await store.read(reader => allOf(reader.subtree('/none'))), [])
  },

  'subtree returns the content of one container consecutively': async store => {
    await commit(store, { creates: buildCreations('/', '/z', '/a', '/z/q', '/a/y', '/z/p', '/a/x') })
    const subtree = await store.read(reader => allOf(reader.subtree('/')))
    assert.deepEqual(pathsIn(subtree), ['/', '/z', '/a', '/a/y', '/a/x', '/z/q', '/z/p'])
  },

  'records are returned in the order of writing': async store => {
    const records = [buildRecord({ time: 2 }), buildRecord({ time: 9, action: 'publish', comments: 'ä' })]
    await commit(store, {
      creates: [buildCreation('/', { records }), buildCreation('/a', { records: [buildRecord()] })],
    })
    assert.deepEqual(await store.read(reader => reader.records(uidFor('/'))), records)
    assert.deepEqual(await store.read(reader => reader.records(uidFor('/a'))), [buildRecord()])
  },

  'a read sees one moment': async store => {
    await commit(store, { creates: buildCreations('/', '/a') })
    await store.read(async reader => {
      const before = await reader.open('/a')
      assert.equal(before.exists, true)
      await commit(store, {
        creates: buildCreations('/b'),
        removes: ['/a'],
        files: [{ digest: 'x', bytes: Uint8Array.of(1) }],
      })
      assert.deepEqual(await reader.open('/a'), before)
      assert.equal((await reader.open('/b')).exists, false)
      assert.equal((await reader.search({ principals: 'system', where: [] })).total, 2)
      assert.deepEqual(pathsIn(await allOf(reader.subtree('/'))), ['/', '/a'])
      assert.equal(await reader.filePiece('x', 0), null)
      assert.deepEqual(await pathsOf(store, []), ['/', '/b'])
      assert.equal((await reader.nodes([uidFor('/b')])).length, 0)
    })
    assert.equal((await open(store, '/a')).exists, false)
  },

  'redirects of a read belong to the same moment': async store => {
    await commit(store, { creates: buildCreations('/', '/a') })
    await store.read(async reader => {
      await commit(store, { renames: [{ from: '/a', to: '/b' }] })
      await commit(store, { renames: [{ from: '/b', to: '/c' }] })
      assert.equal((await reader.open('/b')).movedTo, null)
    })
    assert.equal((await open(store, '/b')).movedTo, '/c')
  },

  'a read returns the result of its function': async store => {
    assert.equal(await store.read(async () => 42), 42)
  },

  'a read that fails rejects with the error and has no side effects': async store => {
    const failing = store.read(async reader => {
      await reader.open('/')
      throw new Error('as planned')
    })
    await assert.rejects(failing, /as planned/)
    await commit(store, { creates: buildCreations('/') })
    assert.equal((await open(store, '/')).exists, true)
  },

  'a read with a known state sees at least that state': async store => {
    await commit(store, { creates: buildCreations('/') })
    const before = await store.state()
    const exists = (path: string, snapshot: typeof before) =>
      store.read(async reader => (await reader.open(path)).exists, snapshot)
    assert.equal(await exists('/', before), true)
    await commit(store, { creates: buildCreations('/a') })
    assert.equal(await exists('/', before), true)
    assert.equal(await exists('/a', await store.state()), true)
  },

  'concurrent reads each see the state at their beginning': async store => {
    await commit(store, { creates: buildCreations('/') })
    const reads = Array.from({ length: 30 }, async (_, i) => {
      const snapshot = store.read(async reader => {
        const before = (await reader.open('/')).stamp
        await new Promise(resolve => setTimeout(resolve, 1))
        return [before, (await reader.open('/')).stamp]
      })
      await commit(store, { creates: buildCreations(`/${i}`) })
      return snapshot
    })
    for (const [before, after] of await Promise.all(reads)) assert.equal(after, before)
  },
}
