import assert from 'node:assert/strict'
import { type Change, filePieceSize, readWholeFile } from '@plenum/core/ports'
import { buildCreation, buildEntry, buildFile, buildNode, buildUser, uidFor } from '../builders.js'
import { commit, nodeAt, refusalOf } from '../contentStore/storeQueries.js'
import type { Cases } from '../runner.js'
import { entryAt } from './populate.js'
import { filling, partsIn } from './stores.js'
import type { Stores } from './testedStores.js'

const bytes = new Uint8Array(2 * filePieceSize + 5).fill(9)
const file = { digest: 'file', bytes }
const field = { file: buildFile('file', bytes.length) }

const creationOf = (path: string, fields = {}) => buildCreation(path, { node: { fields }, entry: entryAt(path) })

const isRead = ({ content }: Stores, digest = 'file') =>
  content.read(async reader => (await reader.filePiece(digest, 0)) !== null)

const filesIn = async (stores: Stores) => [
  ...new Set((await partsIn(stores)).flatMap(({ kind, part }) => (kind === 'file' ? [part.digest] : []))),
]

const waiting = ({ whole }: Stores) => whole.read(reader => reader.unreferencedFiles())

async function erase({ whole }: Stores): Promise<void> {
  for (let attempts = 100; await whole.eraseFiles(); attempts--) assert.ok(attempts > 0, 'erasing ends')
}

async function assertWhole({ content }: Stores): Promise<void> {
  const piece = (number: number) => content.read(reader => reader.filePiece('file', number))
  assert.ok(Buffer.from((await readWholeFile(piece, bytes.length)) ?? []).equals(bytes))
}

const withFile = async (stores: Stores, ...paths: readonly string[]): Promise<void> =>
  commit(stores.content, { creates: [creationOf('/'), ...paths.map(path => creationOf(path, field))], files: [file] })

const setFields = async (stores: Stores, path: string, fields: object, more: Partial<Change> = {}): Promise<void> => {
  const node = { ...(await nodeAt(stores.content, path)), fields: { ...fields } }
  await commit(stores.content, { updates: [{ node, entry: buildEntry() }], ...more })
}

const version = { time: 5, actor: 'anna', comments: '' }

const endings: Readonly<Record<string, (stores: Stores) => Promise<void>>> = {
  'an object is deleted': async stores => {
    await withFile(stores, '/a')
    await commit(stores.content, { removes: ['/a'] })
  },
  'a container is deleted with its descendants': async stores => {
    await withFile(stores, '/a', '/a/b', '/a/b/c')
    await commit(stores.content, { removes: ['/a'] })
  },
  'another file replaces it': async stores => {
    await withFile(stores, '/a')
    await setFields(
      stores,
      '/a',
      { file: buildFile('other') },
      { files: [{ digest: 'other', bytes: Uint8Array.of(1) }] },
    )
  },
  'its field is cleared': async stores => {
    await withFile(stores, '/a')
    await setFields(stores, '/a', {})
  },
  'an object with versions is deleted': async stores => {
    await withFile(stores)
    await commit(stores.content, { creates: [{ ...creationOf('/a', field), version }] })
    await setFields(stores, '/a', {})
    assert.equal(await isRead(stores), true)
    await commit(stores.content, { removes: ['/a'] })
  },
  'its versions are replaced': async stores => {
    await withFile(stores)
    await commit(stores.content, { creates: [{ ...creationOf('/a', field), version }], files: [file] })
    await setFields(stores, '/a', {})
    assert.equal(await isRead(stores), true)
    async function* changes() {
      yield { histories: [{ uid: uidFor('/a'), records: [], versions: [] }] }
    }
    await stores.whole.write(changes())
  },
}

const afterEnding = (end: (stores: Stores) => Promise<void>) => async (stores: Stores) => {
  await end(stores)
  assert.equal(await isRead(stores), false)
  assert.equal((await filesIn(stores)).includes('file'), false)
  const counts = await stores.whole.read(whole => whole.counts())
  assert.equal(counts.file, (await partsIn(stores)).filter(({ kind }) => kind === 'file').length)
  await erase(stores)
  assert.deepEqual(await waiting(stores), { files: 0, bytes: 0 })
}

export const erasingCases: Cases<Stores> = {
  ...Object.fromEntries(
    Object.entries(endings).map(([name, end]) => [
      `file bytes become unreadable immediately if ${name}`,
      afterEnding(end),
    ]),
  ),

  'a file remains as long as one object or version refers to it': async stores => {
    await withFile(stores, '/a', '/b')
    await commit(stores.content, { creates: [{ ...creationOf('/c', field), version }] })
    await commit(stores.content, { removes: ['/a'] })
    await setFields(stores, '/b', {})
    await erase(stores)
    await assertWhole(stores)
    const node = { ...(await nodeAt(stores.content, '/c')), fields: {} }
    await commit(stores.content, { updates: [{ node, entry: buildEntry(), version }] })
    await erase(stores)
    await assertWhole(stores)
    assert.deepEqual(await filesIn(stores), ['file'])
  },

  'an object that is changed otherwise, moved or reindexed retains its file': async stores => {
    await withFile(stores, '/a')
    await setFields(stores, '/a', { ...field, title: 'Another' })
    await commit(stores.content, { entries: [{ uid: uidFor('/a'), revision: 1, entry: buildEntry() }] })
    await commit(stores.content, { renames: [{ from: '/a', to: '/b' }] })
    await erase(stores)
    await assertWhole(stores)
  },

  'a change may move a file from one object to another': async stores => {
    await withFile(stores, '/a')
    await commit(stores.content, { removes: ['/a'], creates: [creationOf('/b', field)], files: [file] })
    await erase(stores)
    await assertWhole(stores)
  },

  'a file that is stored again during its erasure is complete at any stage': async stores => {
    for (const steps of [0, 1, 2, 3, 4]) {
      const path = `/${steps}`
      if (steps === 0) await withFile(stores, path)
      else await commit(stores.content, { creates: [creationOf(path, field)], files: [file] })
      await commit(stores.content, { removes: [path] })
      for (let step = 0; step < steps; step++) await stores.whole.eraseFiles()
      await commit(stores.content, { creates: [creationOf('/again', field)], files: [file] })
      await erase(stores)
      await assertWhole(stores)
      await commit(stores.content, { removes: ['/again'] })
    }
  },

  'the pieces of an import end the erasure of their file': async stores => {
    await withFile(stores, '/a')
    await commit(stores.content, { removes: ['/a'] })
    await stores.whole.eraseFiles()
    async function* pieces() {
      for (let number = 0; number < 3; number++)
        yield {
          pieces: [{ digest: 'file', number, bytes: bytes.subarray(number * filePieceSize).slice(0, filePieceSize) }],
        }
    }
    await stores.whole.write(pieces())
    await erase(stores)
    assert.equal(await isRead(stores), false)
    assert.deepEqual(await waiting(stores), { files: 1, bytes: bytes.length })
    assert.equal(await refusalOf(stores.content, { creates: [creationOf('/b', field)], expectedFiles: ['file'] }), null)
    await assertWhole(stores)
  },

  'a change that expects a file is rejected after its bytes were deleted': async stores => {
    await withFile(stores, '/a')
    const change: Change = { creates: [creationOf('/b', field)], expectedFiles: ['file'] }
    assert.equal(await refusalOf(stores.content, change), null)
    await commit(stores.content, { removes: ['/a', '/b'] })
    await stores.whole.eraseFiles()
    assert.equal(await refusalOf(stores.content, change), 'changed')
    assert.equal(await refusalOf(stores.content, { ...change, files: [file] }), 'changed')
  },

  'nested JSON that resembles a file is not a file': async stores => {
    await withFile(stores, '/a')
    await commit(stores.content, {
      creates: [
        creationOf('/b', {
          blocks: { a: field.file },
          list: [field.file],
          odd: { ...field.file, digest: 'a b\u0000' },
        }),
      ],
    })
    await commit(stores.content, { removes: ['/a'] })
    assert.equal(await isRead(stores), false)
    assert.deepEqual(await filesIn(stores), [])
  },

  'a restored site has no file without a reference': async stores => {
    const piece = { digest: 'stray', number: 0, bytes: Uint8Array.of(1) }
    const root = { order: 1, position: 0, node: buildNode('/', { fields: { file: buildFile('own') } }), lock: null }
    await stores.whole.fill(
      filling([
        { kind: 'file', part: { ...piece, digest: 'own' } },
        { kind: 'file', part: piece },
        { kind: 'object', part: root },
      ]),
    )
    assert.deepEqual(await filesIn(stores), ['own'])
    assert.deepEqual(await waiting(stores), { files: 0, bytes: 0 })
    await setFields(stores, '/', {})
    await erase(stores)
    assert.deepEqual(await filesIn(stores), [])
  },

  'a portrait is deleted with its user, and when another one replaces it': async stores => {
    const portrait = (digest: string) => ({ digest, contentType: 'image/png', bytes: Uint8Array.of(1) })
    const portraits = async () =>
      (await partsIn(stores)).flatMap(({ kind, part }) => (kind === 'portrait' ? [part] : []))
    await stores.users.add(buildUser('anna'))
    for (const digest of ['a', 'b'])
      await stores.users.change(['anna'], () => ({ portraits: new Map([['anna', portrait(digest)]]) }))
    assert.deepEqual(await portraits(), [{ user: 'anna', portrait: portrait('b') }])
    await stores.users.change(['anna'], () => ({ removedUsers: ['anna'] }))
    assert.deepEqual(await portraits(), [])
  },
}
