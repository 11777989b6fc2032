import assert from 'node:assert/strict'
import type { AliasQuery, ContentStore } from '@plenum/core/ports'
import { buildCreations, uidFor } from '../builders.js'
import type { Cases } from '../runner.js'
import { commit, open, refusalOf } from './storeQueries.js'

const aliases = (store: ContentStore, query: Partial<AliasQuery> = {}) =>
  store.read(reader => reader.aliases({ size: 100, ...query }))

const pathsOf = async (store: ContentStore, query: Partial<AliasQuery>): Promise<readonly string[]> =>
  (await aliases(store, query)).items.map(({ path }) => path)

const movedTo = async (store: ContentStore, path: string): Promise<string | null> => (await open(store, path)).movedTo

const toUrl = (path: string, url: string, created = 1000) => ({ path, target: { url }, created })
const toObject = (path: string, target: string, created = 1000) => ({ path, target: { uid: uidFor(target) }, created })

async function populate(store: ContentStore): Promise<void> {
  await commit(store, { creates: buildCreations('/', '/a', '/b', '/c') })
  await commit(store, { renames: [{ from: '/a', to: '/z', at: 2000 }] })
  await commit(store, { renames: [{ from: '/c', to: '/y' }] })
  await commit(store, { aliases: [toObject('/b/old', '/b', 3000), toUrl('/away', 'https://example.org/x?y', 4000)] })
}

export const aliasCases: Cases<ContentStore> = {
  'an alias leads to the current path of its object, with the rest of the path': async store => {
    await commit(store, { creates: buildCreations('/', '/a') })
    await commit(store, { aliases: [toObject('/one/two', '/a'), toObject('/home', '/')] })
    assert.equal(await movedTo(store, '/one/two/three'), '/a/three')
    assert.equal(await movedTo(store, '/one'), null)
    assert.deepEqual([await movedTo(store, '/home'), await movedTo(store, '/home/a')], ['/', '/a'])
    await commit(store, { renames: [{ from: '/a', to: '/b' }] })
    assert.equal(await movedTo(store, '/one/two'), '/b')
    await commit(store, { removes: ['/b'] })
    assert.equal(await movedTo(store, '/one/two'), null)
  },

  'an alias to another site redirects its exact address only': async store => {
    await commit(store, { creates: buildCreations('/', '/a') })
    const creates = [toUrl('/x/y', 'https://example.org/'), toObject('/x', '/a')]
    await commit(store, { aliases: creates })
    assert.equal(await movedTo(store, '/x/y'), 'https://example.org/')
    assert.equal(await movedTo(store, '/x/y/z'), '/a/y/z')
    await commit(store, { removeAliases: [{ path: '/x' }] })
    assert.equal(await movedTo(store, '/x/y/z'), null)
  },

  'an alias may be created as one that a move has left behind': async store => {
    await commit(store, { creates: buildCreations('/', '/a') })
    const moved = [toObject('/one', '/a'), toUrl('/two', 'https://example.org/')]
    await commit(store, { aliases: moved.map(alias => ({ ...alias, manual: false })) })
    assert.deepEqual(await pathsOf(store, { manual: false }), ['/one', '/two'])
    assert.deepEqual(await pathsOf(store, { manual: true }), [])
  },

  'aliases are listed by path, with target, time and creator': async store => {
    await populate(store)
    assert.deepEqual(await aliases(store), {
      total: 4,
      items: [
        { path: '/a', target: '/z', created: 2000, manual: false },
        { path: '/away', target: 'https://example.org/x?y', created: 4000, manual: true },
        { path: '/b/old', target: '/b', created: 3000, manual: true },
        { path: '/c', target: '/y', created: null, manual: false },
      ],
    })
    const { total, items } = await aliases(store, { start: 1, size: 2 })
    assert.deepEqual([total, items.map(({ path }) => path)], [4, ['/away', '/b/old']])
  },

  'aliases are found by their object, path, kind and time': async store => {
    await populate(store)
    assert.deepEqual(await pathsOf(store, { uid: uidFor('/a') }), ['/a'])
    assert.deepEqual(await pathsOf(store, { begin: '/a' }), ['/a', '/away'])
    assert.deepEqual(await pathsOf(store, { paths: ['/c', '/none', '/b'] }), ['/c'])
    assert.deepEqual(await pathsOf(store, { manual: true }), ['/away', '/b/old'])
    assert.deepEqual(await pathsOf(store, { from: 2000, until: 4000 }), ['/a', '/b/old'])
    assert.deepEqual(await pathsOf(store, { from: 2000, until: 4000, manual: false }), ['/a'])
  },

  'an alias is rejected at an address of content or of another alias; new content replaces an alias': async store => {
    await populate(store)
    assert.equal(await refusalOf(store, { aliases: [toObject('/b', '/a')] }), 'taken')
    assert.equal(await refusalOf(store, { aliases: [toObject('/away', '/a')] }), 'taken')
    assert.equal(await refusalOf(store, { aliases: [toObject('/new', '/none')] }), 'gone')
    await commit(store, { creates: buildCreations('/away') })
    assert.deepEqual(await pathsOf(store, { manual: true }), ['/b/old'])
  },

  'aliases are removed, or only those of a named object': async store => {
    await populate(store)
    await commit(store, {
      removeAliases: [
        { path: '/c', uid: uidFor('/a') },
        { path: '/a', uid: uidFor('/a') },
      ],
    })
    assert.deepEqual(await pathsOf(store, {}), ['/away', '/b/old', '/c'])
    await commit(store, { removeAliases: [{ path: '/away' }, { path: '/none' }, { path: '/c' }] })
    assert.deepEqual(await pathsOf(store, {}), ['/b/old'])
  },

  'an alias may be replaced in one change': async store => {
    await populate(store)
    await commit(store, { removeAliases: [{ path: '/away' }], aliases: [toObject('/away', '/b')] })
    assert.equal(await movedTo(store, '/away'), '/b')
  },
}
