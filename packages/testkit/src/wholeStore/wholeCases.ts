import assert from 'node:assert/strict'
import { memoryStore } from '@plenum/core'
import { type Part, type PartKind, partKinds, readWholeFile } from '@plenum/core/ports'
import { buildCreations, buildUser, uidFor } from '../builders.js'
import { childrenOf, commit, dump, pathsOf } from '../contentStore/storeQueries.js'
import type { Cases } from '../runner.js'
import { largeFile, populate, populateVotes, voters } from './populate.js'
import { filling, partsIn } from './stores.js'
import type { Stores } from './testedStores.js'
import { textOfPart } from './textOfPart.js'

const populatedStores = async (): Promise<Stores> => {
  const stores = memoryStore()
  await populate(stores)
  return stores
}

const fillFrom = async (target: Stores, source: Stores): Promise<void> =>
  target.whole.fill(filling(await partsIn(source)))

const comparable = (parts: readonly Part[]): readonly string[] => parts.map(part => textOfPart(part)).sort()

const withoutStamp = async ({ content }: Stores): Promise<object> => ({ ...(await dump(content)), stamp: '' })

const isEmpty = async (stores: Stores): Promise<boolean> => (await partsIn(stores)).length === 0

export const wholeCases: Cases<Stores> = {
  'an empty store has no parts': async stores => {
    assert.deepEqual(await partsIn(stores), [])
    const counts = await stores.whole.read(whole => whole.counts())
    assert.deepEqual(counts, Object.fromEntries(partKinds.map(kind => [kind, 0])))
  },

  'the parts of a site are equal in every store, and are counted': async stores => {
    await populate(stores)
    const parts = await partsIn(stores)
    assert.deepEqual(comparable(parts), comparable(await partsIn(await populatedStores())))
    const counts = await stores.whole.read(whole => whole.counts())
    const counted = partKinds.map(kind => [kind, parts.filter(part => part.kind === kind).length] as const)
    assert.deepEqual(counts, Object.fromEntries(counted))
    assert.ok(
      counted.every(([, count]) => count > 0),
      'each kind occurs',
    )
  },

  'written parts are read unchanged': async stores => {
    const source = await populatedStores()
    await fillFrom(stores, source)
    assert.deepEqual(comparable(await partsIn(stores)), comparable(await partsIn(source)))
    assert.deepEqual(await withoutStamp(stores), await withoutStamp(source))
    assert.deepEqual(await childrenOf(stores.content, '/'), await childrenOf(source.content, '/'))
    assert.deepEqual(await pathsOf(stores.content, []), await pathsOf(source.content, []))
    const words = { kind: 'text', query: { kind: 'word', word: 'long' }, in: 'everything' } as const
    assert.deepEqual(await pathsOf(stores.content, [words]), await pathsOf(source.content, [words]))
  },

  'votes continue after a restore: no voter votes twice, and the next vote is added': async stores => {
    await fillFrom(stores, await populatedStores())
    const poll = uidFor('/poll')
    const cast = (id: string) =>
      stores.content.cast({ poll, revision: 0, voter: { kind: 'member', id }, options: [1], time: 200 })
    for (const voter of voters) assert.equal(await stores.content.read(reader => reader.hasVoted(poll, voter)), true)
    assert.equal(await cast('mémber 1'), 'already-voted')
    const tally = await cast('new')
    assert.ok(typeof tally === 'object' && tally.voters === 151 && tally.casts === 151)
  },

  'an object created after a restore comes last': async stores => {
    await fillFrom(stores, await populatedStores())
    await commit(stores.content, { creates: buildCreations('/c') })
    assert.equal((await pathsOf(stores.content, [])).at(-1), '/c')
    assert.equal((await childrenOf(stores.content, '/')).at(-1)?.[0], 'c')
  },

  'files are read in pieces of 1 MiB, and as a whole': async stores => {
    await fillFrom(stores, await populatedStores())
    const pieces = (await partsIn(stores)).flatMap(({ kind, part }) => (kind === 'file' ? [part] : []))
    const sizes = pieces.filter(({ digest }) => digest === 'large').map(({ number, bytes }) => [number, bytes.length])
    assert.deepEqual(
      sizes,
      [0, 1, 2].map(number => [number, number === 2 ? 5 : 1024 * 1024]),
    )
    const piece = (number: number) => stores.content.read(reader => reader.filePiece('large', number))
    const whole = await readWholeFile(piece, largeFile.bytes.length)
    assert.deepEqual(Buffer.compare(whole ?? new Uint8Array(), largeFile.bytes), 0)
  },

  'batches are small, and containers precede their content': async stores => {
    await populate(stores)
    const paths: string[] = []
    await stores.whole.read(async whole => {
      for await (const batch of whole.parts('voter')) assert.ok(batch.length <= 100)
      for await (const batch of whole.parts('object')) paths.push(...batch.map(({ node }) => node.path))
    })
    assert.deepEqual(paths, ['/', '/a-b', '/b', '/b/a', '/b/a/y', '/b/a/z', '/poll', '/ü'])
  },

  'a read sees one moment during concurrent writes': async stores => {
    await populate(stores)
    const before = comparable(await partsIn(stores))
    const parts = await stores.whole.read(async whole => {
      const parts: Part[] = []
      const take = async (kind: PartKind): Promise<void> => {
        for await (const batch of whole.parts(kind)) for (const part of batch) parts.push({ kind, part } as Part)
      }
      await take('object')
      await commit(stores.content, { removes: ['/b'], creates: buildCreations('/new') })
      await stores.users.add(buildUser('new'))
      for (const kind of partKinds) if (kind !== 'object') await take(kind)
      assert.equal((await whole.content.open('/b')).exists, true)
      return comparable(parts)
    })
    assert.deepEqual(parts, before)
    assert.notDeepEqual(comparable(await partsIn(stores)), before)
  },

  'the parts do not reveal the order of votes': async stores => {
    await populate(stores)
    const storedVoters = async () =>
      (await partsIn(stores)).flatMap(({ kind, part }) => (kind === 'voter' ? [part] : []))
    const before = await storedVoters()
    await commit(stores.content, { clearBallots: [{ poll: uidFor('/poll'), options: [1, 2, 7] }] })
    await populateVotes(stores, voters.toReversed())
    assert.deepEqual(await storedVoters(), before)
    assert.equal(before.length, voters.length)
  },

  'a store with data rejects a restore': async stores => {
    const parts = await partsIn(await populatedStores())
    await stores.users.add(buildUser('anna'))
    const before = comparable(await partsIn(stores))
    await assert.rejects(stores.whole.fill(filling(parts)), { code: 'conflict' })
    assert.deepEqual(comparable(await partsIn(stores)), before)
  },

  'a restore whose parts end with an error stores nothing, and can be repeated': async stores => {
    const parts = await partsIn(await populatedStores())
    const broken = async function* () {
      for await (const part of filling(parts)) {
        if (part.kind === 'group') throw new Error('the file is cut off')
        yield part
      }
    }
    await assert.rejects(stores.whole.fill(broken()), /the file is cut off/)
    assert.equal(await isEmpty(stores), true)
    await stores.whole.fill(filling(parts))
    assert.deepEqual(comparable(await partsIn(stores)), comparable(parts))
  },

  'a part without its predecessors is rejected, and nothing is stored': async stores => {
    const parts = await partsIn(await populatedStores())
    for (const kind of ['record', 'version', 'alias', 'votes', 'voter'] as const) {
      const stray = parts.filter(
        part => part.kind === kind && !(kind === 'alias' && textOfPart(part).includes('"url"')),
      )
      await assert.rejects(stores.whole.fill(filling(stray)), { code: 'bad-request' }, kind)
    }
    await assert.rejects(stores.whole.fill(filling(parts.filter(({ kind }) => kind === 'portrait'))), {
      code: 'bad-request',
    })
    assert.equal(await isEmpty(stores), true)
  },
}
