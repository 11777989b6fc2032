import assert from 'node:assert/strict'
import type { ContentNode, ContentStore, StoredVersion, VersionMeta, VersionNote } from '@plenum/core/ports'
import { buildCreation, buildCreations, buildEntry, buildNode, buildRecord, uidFor } from '../builders.js'
import type { Cases } from '../runner.js'
import { commit, nodeAt, refusalOf } from './storeQueries.js'

const note = (time: number, comments = ''): VersionNote => ({ time, actor: 'anna', comments })
const versionsOf = (store: ContentStore, path: string): Promise<readonly VersionMeta[]> =>
  store.read(reader => reader.versions(uidFor(path)))
const versionOf = (store: ContentStore, path: string, number: number): Promise<StoredVersion | null> =>
  store.read(reader => reader.version(uidFor(path), number))

/** Changes the title of an object and, if `version` is given, saves a version. */
async function retitle(store: ContentStore, path: string, title: string, version?: VersionNote): Promise<ContentNode> {
  const node = { ...(await nodeAt(store, path)), fields: { title } }
  await commit(store, { updates: [{ node, entry: buildEntry(), ...(version ? { version } : {}) }] })
  return nodeAt(store, path)
}

export const versionCases: Cases<ContentStore> = {
  'an object without versions has no version': async store => {
    await commit(store, { creates: buildCreations('/') })
    await retitle(store, '/', 'A')
    assert.deepEqual(await versionsOf(store, '/'), [])
    assert.equal(await versionOf(store, '/', 0), null)
    assert.deepEqual(await versionsOf(store, '/none'), [])
    assert.equal(await versionOf(store, '/none', 0), null)
  },

  'versions are numbered from 0, and each stores the object as its change left it': async store => {
    const fields = { title: 'Ä "first"', list: [1, null, { a: true }] }
    const node = buildNode('/', { fields, layout: 'wide', states: { flow: 'private' } })
    await commit(store, { creates: [{ ...buildCreation('/'), node: node, version: note(5, 'Initial') }] })
    const second = await retitle(store, '/', 'second', note(9, 'ç'))
    await retitle(store, '/', 'not kept')
    const third = await retitle(store, '/', 'third', note(11))
    assert.deepEqual(await versionsOf(store, '/'), [
      { number: 0, records: 0, ...note(5, 'Initial') },
      { number: 1, records: 0, ...note(9, 'ç') },
      { number: 2, records: 0, ...note(11) },
    ])
    assert.deepEqual(await versionOf(store, '/', 0), { number: 0, records: 0, ...note(5, 'Initial'), node: node })
    assert.deepEqual((await versionOf(store, '/', 1))?.node, second)
    assert.deepEqual((await versionOf(store, '/', 2))?.node, third)
    for (const number of [3, -1, 0.5]) assert.equal(await versionOf(store, '/', number), null)
  },

  'the first version of an object created without one has the number 0': async store => {
    await commit(store, { creates: buildCreations('/') })
    await retitle(store, '/', 'A', note(3))
    assert.deepEqual(await versionsOf(store, '/'), [{ number: 0, records: 0, ...note(3) }])
  },

  'a version stores the number of earlier records, including those of its change': async store => {
    const records = [buildRecord(), buildRecord({ workflow: 'other' })]
    await commit(store, { creates: [{ ...buildCreation('/', { records }), version: note(1) }] })
    const node = await nodeAt(store, '/')
    await commit(store, { updates: [{ node, entry: buildEntry(), records: [buildRecord()], version: note(1) }] })
    await retitle(store, '/', 'A', note(1))
    assert.deepEqual(
      (await versionsOf(store, '/')).map(version => version.records),
      [2, 3, 3],
    )
  },

  'a version of a renamed object has the new path, and an older one has the previous path': async store => {
    await commit(store, { creates: buildCreations('/').concat({ ...buildCreation('/a'), version: note(1) }) })
    const node = await nodeAt(store, '/a')
    const updates = [{ node, entry: buildEntry(), version: note(2) }]
    await commit(store, { updates, renames: [{ from: '/a', to: '/b' }] })
    assert.equal((await versionOf(store, '/a', 0))?.node.path, '/a')
    assert.deepEqual((await versionOf(store, '/a', 1))?.node, await nodeAt(store, '/b'))
    assert.equal((await versionsOf(store, '/a')).length, 2)
  },

  'versions are deleted with their object': async store => {
    const [root, container, item] = buildCreations('/', '/a', '/a/b').map(node => ({ ...node, version: note(1) }))
    assert.ok(root && container && item)
    await commit(store, { creates: [root, container, item] })
    await commit(store, { removes: ['/a'], creates: [{ ...buildCreation('/a'), version: note(4) }] })
    assert.deepEqual(await versionsOf(store, '/a'), [{ number: 0, records: 0, ...note(4) }])
    assert.deepEqual(await versionsOf(store, '/a/b'), [])
    assert.equal(await versionOf(store, '/a/b', 0), null)
    assert.equal((await versionsOf(store, '/')).length, 1)
  },

  'a rejected change stores no version': async store => {
    await commit(store, { creates: buildCreations('/') })
    const node = await nodeAt(store, '/')
    const update = { node, entry: buildEntry(), version: note(1) }
    assert.equal(await refusalOf(store, { updates: [update], creates: buildCreations('/none/x') }), 'gone')
    assert.equal(await refusalOf(store, { updates: [{ ...update, node: { ...node, revision: 7 } }] }), 'changed')
    assert.deepEqual(await versionsOf(store, '/'), [])
  },

  'a running read does not see concurrently stored versions': async store => {
    await commit(store, { creates: buildCreations('/') })
    const versions = await store.read(async reader => {
      await reader.open('/')
      await retitle(store, '/', 'A', note(1))
      return [await reader.versions(uidFor('/')), await reader.version(uidFor('/'), 0)]
    })
    assert.deepEqual(versions, [[], null])
    assert.equal((await versionsOf(store, '/')).length, 1)
  },
}
