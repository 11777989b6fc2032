import assert from 'node:assert/strict'
import { type Part, readWholeFile, type StoredVersion, type WholeChange } from '@plenum/core/ports'
import { buildCreation, buildFile, buildNode, buildRecord, buildUser, uidFor } from '../builders.js'
import { commit, nodeAt, pathsOf } from '../contentStore/storeQueries.js'
import type { Cases } from '../runner.js'
import { entryAt, populate } from './populate.js'
import { partsIn } from './stores.js'
import type { Stores } from './testedStores.js'
import { textOfPart } from './textOfPart.js'

async function* inOrder(...changes: readonly WholeChange[]): AsyncGenerator<WholeChange> {
  yield* changes
}

const creationOf = (path: string, fields = {}) => buildCreation(path, { node: { fields }, entry: entryAt(path) })

const textsIn = async (stores: Stores): Promise<readonly string[]> =>
  (await partsIn(stores)).map(part => textOfPart(part)).sort()

const partsOf = async <K extends Part['kind']>(stores: Stores, kind: K) =>
  (await partsIn(stores)).filter((part): part is Extract<Part, { kind: K }> => part.kind === kind)

const group = { id: 'choir', title: 'Choir', description: '', email: '', roles: [] }

const version = (number: number, time: number): StoredVersion => ({
  number,
  time,
  actor: 'bo',
  comments: '',
  records: 1,
  node: buildNode('/b', { fields: { title: `${number}` } }),
})

const unreferenced = ({ whole }: Stores) => whole.read(reader => reader.unreferencedFiles())

export const writeCases: Cases<Stores> = {
  'changes of content, histories, aliases, files and people are written together, and see each other': async stores => {
    await populate(stores)
    const bytes = new Uint8Array(1024 * 1024).fill(3)
    const { ok } = await stores.whole.write(
      inOrder(
        { creates: [creationOf('/new')], newUsers: [buildUser('new'), buildUser('anna', { fullname: 'Another' })] },
        {
          creates: [creationOf('/new/in', { file: buildFile('pieces', bytes.length + 2) })],
          oldAddresses: [{ path: '/before', target: { uid: uidFor('/new/in') }, created: null, manual: false }],
        },
        { pieces: [{ digest: 'pieces', number: 0, bytes }], groups: [group] },
        { pieces: [{ digest: 'pieces', number: 1, bytes: Uint8Array.of(1, 2) }] },
        { pieces: [{ digest: 'pieces', number: 1, bytes: Uint8Array.of(1, 2) }] },
      ),
    )
    assert.equal(ok, true)
    assert.deepEqual((await pathsOf(stores.content, [])).slice(-2), ['/new', '/new/in'])
    const opened = await stores.content.read(reader => reader.open('/before'))
    assert.equal(opened.movedTo, '/new/in')
    const piece = (number: number) => stores.content.read(reader => reader.filePiece('pieces', number))
    const file = await readWholeFile(piece, bytes.length + 2)
    assert.deepEqual([file?.length, file?.at(0), file?.at(-1)], [bytes.length + 2, 3, 2])
    assert.deepEqual(
      [(await stores.users.user('new'))?.id, (await stores.users.user('anna'))?.fullname],
      ['new', 'anna'],
    )
    assert.deepEqual(
      (await stores.users.groups(['choir'])).map(({ title }) => title),
      ['Choir'],
    )
  },

  'an object and its versions are rewritten without a new revision, unless another change came first': async stores => {
    await populate(stores)
    const before = await nodeAt(stores.content, '/b')
    const fields = { ...before.fields, title: 'Rewritten' }
    const { uid, revision } = before
    const node = { ...before, fields }
    const rewritten = { uid, revision, entry: entryAt('/b'), node, versions: [{ number: 1, node }] }
    await stores.whole.rewrite([rewritten, { ...rewritten, uid: uidFor('/poll'), revision: 99 }])
    assert.deepEqual(await nodeAt(stores.content, '/b'), node)
    assert.equal((await nodeAt(stores.content, '/poll')).fields.title, '/poll')
    const versions = await stores.content.read(reader => Promise.all([0, 1].map(number => reader.version(uid, number))))
    assert.deepEqual(
      versions.map(version => version?.node.fields.title),
      ['B\u0000 \u{1f600}', 'Rewritten'],
    )
    assert.deepEqual(
      versions.map(version => version?.number),
      [0, 1],
    )
  },

  'a history replaces all records and versions unchanged': async stores => {
    await populate(stores)
    const records = [buildRecord({ time: 100, actor: 'bo' }), buildRecord({ time: 2, action: 'publish' })]
    const versions = [version(0, 100), version(1, 1)]
    const others = async () => (await textsIn(stores)).filter(text => !text.includes(uidFor('/b')))
    const before = await others()
    await stores.whole.write(inOrder({ histories: [{ uid: uidFor('/b'), records, versions }] }))
    const stored = await stores.content.read(async reader => [
      await reader.records(uidFor('/b')),
      [await reader.version(uidFor('/b'), 0), await reader.version(uidFor('/b'), 1)],
    ])
    assert.deepEqual(stored, [records, versions])
    assert.deepEqual(await others(), before)
    await stores.whole.write(inOrder({ histories: [{ uid: uidFor('/b'), records: [], versions: [] }] }))
    assert.deepEqual(await stores.content.read(reader => reader.versions(uidFor('/b'))), [])
  },

  'an alias replaces another one': async stores => {
    await populate(stores)
    const address = { path: '/old', target: { url: 'https://example.org/old' }, created: 3, manual: true }
    await stores.whole.write(inOrder({ oldAddresses: [address] }))
    const stored = (await partsOf(stores, 'alias')).map(({ part }) => part).filter(({ path }) => path === '/old')
    assert.deepEqual(stored, [address])
  },

  'if one change is rejected or throws, none is stored': async stores => {
    await populate(stores)
    const before = await textsIn(stores)
    const first = { creates: [creationOf('/new')], newUsers: [buildUser('new')], groups: [group] }
    assert.deepEqual(await stores.whole.write(inOrder(first, { creates: [creationOf('/new')] })), {
      ok: false,
      reason: 'taken',
    })
    const broken = async function* () {
      yield first
      throw new Error('the source is cut off')
    }
    await assert.rejects(stores.whole.write(broken()), /the source is cut off/)
    assert.deepEqual(await textsIn(stores), before)
  },

  'other readers see all changes at the same time, with new states': async stores => {
    await populate(stores)
    const [content, people] = [await stores.content.state(), await stores.users.state()]
    const changes = async function* () {
      yield { creates: [creationOf('/new')] }
      assert.equal((await stores.content.read(reader => reader.open('/new'))).exists, false)
      yield { newUsers: [buildUser('new')] }
    }
    await stores.whole.write(changes())
    assert.notEqual((await stores.content.state()).content, content.content)
    assert.notEqual(await stores.users.state(), people)
  },

  'files without references are deleted, those of objects and versions remain': async stores => {
    await populate(stores)
    const files = ['used', 'of-a-version', 'unused'].map(digest => ({ digest, bytes: Uint8Array.of(1) }))
    const fileOf = (digest: string) => ({ image: buildFile(digest) })
    const old = { ...version(0, 1), node: buildNode('/new', { fields: fileOf('of-a-version') }) }
    await commit(stores.content, { files })
    await stores.whole.write(
      inOrder({
        creates: [creationOf('/new', fileOf('used'))],
        histories: [{ uid: uidFor('/new'), records: [buildRecord()], versions: [old] }],
      }),
    )
    assert.deepEqual(await unreferenced(stores), { files: 1, bytes: 1 })
    assert.equal(await stores.whole.sweepFiles(), 1)
    const remaining = (await partsOf(stores, 'file')).map(({ part }) => part.digest)
    assert.deepEqual([...new Set(remaining)].sort(), ['empty', 'large', 'of-a-version', 'used'])
    assert.equal(await stores.whole.sweepFiles(), 0)
    assert.deepEqual(await unreferenced(stores), { files: 0, bytes: 0 })
  },
}
