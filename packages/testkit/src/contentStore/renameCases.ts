import assert from 'node:assert/strict'
import type { ContentStore } from '@plenum/core/ports'
import { buildCreation, buildCreations, buildEntry, buildNode, uidFor } from '../builders.js'
import type { Cases } from '../runner.js'
import { childrenOf, commit, nodeAt, open, pathsOf, refusalOf } from './storeQueries.js'

async function movedTo(store: ContentStore, path: string): Promise<string | null> {
  const opened = await open(store, path)
  assert.equal(opened.exists, false)
  return opened.movedTo
}

async function rename(store: ContentStore, from: string, to: string): Promise<void> {
  await commit(store, { renames: [{ from, to }] })
}

export const renameCases: Cases<ContentStore> = {
  'a renamed object retains its position, and its descendants follow': async store => {
    await commit(store, { creates: buildCreations('/', '/a', '/a/b', '/a/b/c', '/ab', '/a-b', '/a-b/c') })
    await rename(store, '/a', '/new')
    assert.deepEqual(await pathsOf(store, []), ['/', '/new', '/new/b', '/new/b/c', '/ab', '/a-b', '/a-b/c'])
    assert.deepEqual(await childrenOf(store, '/'), [
      ['new', 0],
      ['ab', 1],
      ['a-b', 2],
    ])
    assert.deepEqual(await childrenOf(store, '/new/b'), [['c', 0]])
    assert.deepEqual(await nodeAt(store, '/new/b'), { ...buildNode('/a/b'), path: '/new/b' })
    assert.deepEqual(await pathsOf(store, [{ kind: 'below', path: '/new', depth: 1 }]), ['/new', '/new/b'])
    assert.deepEqual(await pathsOf(store, [{ kind: 'below', path: '/a', depth: null }]), [])
  },

  'an object may be renamed to a prefix of its name, and vice versa': async store => {
    await commit(store, { creates: buildCreations('/', '/a', '/a/a', '/a/a/a') })
    await rename(store, '/a', '/aa')
    assert.deepEqual(await pathsOf(store, []), ['/', '/aa', '/aa/a', '/aa/a/a'])
    await rename(store, '/aa', '/a')
    assert.deepEqual(await pathsOf(store, []), ['/', '/a', '/a/a', '/a/a/a'])
  },

  'names with characters beyond ASCII are renamed too': async store => {
    await commit(store, { creates: buildCreations('/', '/日本😀', '/日本😀/ü') })
    await rename(store, '/日本😀', '/é')
    assert.deepEqual(await pathsOf(store, []), ['/', '/é', '/é/ü'])
    assert.equal(await movedTo(store, '/日本😀/ü'), '/é/ü')
  },

  'the old path redirects to the new one, with the rest of the path': async store => {
    await commit(store, { creates: buildCreations('/', '/a', '/a/b') })
    await rename(store, '/a', '/new')
    assert.equal(await movedTo(store, '/a'), '/new')
    assert.equal(await movedTo(store, '/a/b'), '/new/b')
    assert.equal(await movedTo(store, '/a/none/x'), '/new/none/x')
    assert.equal(await movedTo(store, '/ab'), null)
    assert.equal(await movedTo(store, '/a-b/c'), null)
    assert.deepEqual(
      (await open(store, '/a/b')).lineage.map(({ path }) => path),
      ['/'],
    )
  },

  'all old paths redirect to the current path': async store => {
    await commit(store, { creates: buildCreations('/', '/a') })
    await rename(store, '/a', '/b')
    await rename(store, '/b', '/c')
    assert.deepEqual([await movedTo(store, '/a'), await movedTo(store, '/b')], ['/c', '/c'])
    await rename(store, '/c', '/a')
    assert.deepEqual([await movedTo(store, '/c'), await movedTo(store, '/b')], ['/a', '/a'])
    assert.equal((await open(store, '/a')).movedTo, null)
  },

  'the closest renamed container determines the redirect': async store => {
    await commit(store, { creates: buildCreations('/', '/a', '/a/b', '/a/b/c', '/a/k') })
    await rename(store, '/a/b', '/a/x')
    await rename(store, '/a', '/z')
    assert.equal(await movedTo(store, '/a/b/c'), '/z/x/c')
    assert.equal(await movedTo(store, '/a/bb/c'), '/z/bb/c')
    assert.equal(await movedTo(store, '/a/b-c/d'), '/z/b-c/d')
    assert.equal(await movedTo(store, '/z/b/c'), null)
    assert.equal(await movedTo(store, '/a/k'), '/z/k')
  },

  'old paths with a common prefix are independent': async store => {
    await commit(store, { creates: buildCreations('/', '/a', '/a-b', '/a ', '/a/b', '/a/b-c', '/ab') })
    await rename(store, '/a/b', '/a/1')
    await rename(store, '/a/b-c', '/a/2')
    for (const [i, path] of ['/a', '/a-b', '/a ', '/ab'].entries()) await rename(store, path, `/x${i}`)
    assert.equal(await movedTo(store, '/a/c'), '/x0/c')
    assert.equal(await movedTo(store, '/a-b/c'), '/x1/c')
    assert.equal(await movedTo(store, '/a /c/d'), '/x2/c/d')
    assert.equal(await movedTo(store, '/a/b/c'), '/x0/1/c')
    assert.equal(await movedTo(store, '/a/b-c/d'), '/x0/2/d')
    assert.equal(await movedTo(store, '/a/b-d'), '/x0/b-d')
    assert.equal(await movedTo(store, '/a-'), null)
  },

  'content at an old path is found there, and the redirect is deleted': async store => {
    await commit(store, { creates: buildCreations('/', '/a', '/b') })
    await rename(store, '/a', '/c')
    await commit(store, { creates: [buildCreation('/a', { node: { uid: 'second' } })] })
    assert.equal((await nodeAt(store, '/a')).uid, 'second')
    await rename(store, '/b', '/d')
    await rename(store, '/c', '/b')
    await commit(store, { removes: ['/a', '/b'] })
    assert.deepEqual([await movedTo(store, '/a'), await movedTo(store, '/b')], [null, null])
  },

  'old paths below existing content redirect too': async store => {
    await commit(store, { creates: buildCreations('/', '/a', '/a/b') })
    await rename(store, '/a/b', '/a/c')
    assert.equal(await movedTo(store, '/a/b/x'), '/a/c/x')
    await rename(store, '/a', '/z')
    await commit(store, { creates: [buildCreation('/a', { node: { uid: 'second' } })] })
    assert.equal(await movedTo(store, '/a/b'), '/z/c')
    assert.equal(await movedTo(store, '/a/k'), null)
  },

  'old paths of a removed object do not redirect': async store => {
    await commit(store, { creates: buildCreations('/', '/a', '/a/b') })
    await rename(store, '/a/b', '/a/c')
    await rename(store, '/a', '/z')
    await commit(store, { removes: ['/z'] })
    assert.deepEqual(
      [await movedTo(store, '/a'), await movedTo(store, '/a/b'), await movedTo(store, '/z')],
      [null, null, null],
    )
  },

  'a rename is rejected for a used name, a missing object and a missing container': async store => {
    await commit(store, { creates: buildCreations('/', '/a', '/b') })
    assert.equal(await refusalOf(store, { renames: [{ from: '/a', to: '/b' }] }), 'taken')
    assert.equal(await refusalOf(store, { renames: [{ from: '/none', to: '/c' }] }), 'gone')
    assert.equal(await refusalOf(store, { renames: [{ from: '/a', to: '/none/c' }] }), 'gone')
    assert.equal(await refusalOf(store, { renames: [{ from: '/a', to: '/a/c' }] }), 'gone')
    assert.deepEqual(await pathsOf(store, []), ['/', '/a', '/b'])
  },

  'an object may be updated and renamed in one change, with new entries for its descendants': async store => {
    await commit(store, { creates: buildCreations('/', '/a', '/a/b') })
    await commit(store, {
      updates: [{ node: buildNode('/a', { modified: 2000 }), entry: buildEntry({ indexes: { getId: 'new' } }) }],
      entries: [{ uid: uidFor('/a/b'), revision: 0, entry: buildEntry({ indexes: { below: '/new' } }) }],
      renames: [{ from: '/a', to: '/new' }],
      touches: [{ path: '/', modified: 2000 }],
      creates: buildCreations('/new/c'),
    })
    assert.deepEqual(await nodeAt(store, '/new'), { ...buildNode('/a'), path: '/new', modified: 2000, revision: 1 })
    assert.deepEqual(await pathsOf(store, [{ kind: 'any', index: 'getId', values: ['new'] }]), ['/new'])
    assert.deepEqual(await pathsOf(store, [{ kind: 'any', index: 'below', values: ['/new'] }]), ['/new/b'])
    assert.deepEqual(await childrenOf(store, '/new'), [
      ['b', 0],
      ['c', 1],
    ])
  },

  'a container and its content may be renamed in one change, by their previous paths': async store => {
    await commit(store, { creates: buildCreations('/', '/a', '/a/b') })
    await commit(store, {
      renames: [
        { from: '/a', to: '/x' },
        { from: '/a/b', to: '/a/y' },
      ],
    })
    assert.deepEqual(await pathsOf(store, []), ['/', '/x', '/x/y'])
    assert.equal(await movedTo(store, '/a/b'), '/x/y')
  },

  'an object that moves to another container becomes its last one': async store => {
    await commit(store, { creates: buildCreations('/', '/a', '/a/x', '/b', '/b/x', '/b/y') })
    await rename(store, '/a', '/b/a')
    assert.deepEqual(await childrenOf(store, '/b'), [
      ['x', 0],
      ['y', 1],
      ['a', 2],
    ])
    assert.deepEqual(await pathsOf(store, [{ kind: 'below', path: '/b', depth: 2 }]), [
      '/b/a',
      '/b/a/x',
      '/b',
      '/b/x',
      '/b/y',
    ])
    assert.equal(await movedTo(store, '/a/x'), '/b/a/x')
  },
}
