import assert from 'node:assert/strict'
import { filePieceSize, type PendingUpload, type PendingUploadStore } from '@plenum/core/ports'
import { type Cases, type Runner, runCases } from './runner.js'

interface Stores {
  readonly pendingUploads: PendingUploadStore
}

const slice = { isOver: () => false, next: async () => {} }
const limits = { ownerFiles: 3, ownerBytes: 4 * filePieceSize, totalBytes: 5 * filePieceSize }
const image = { width: 2, height: 1, contentType: 'image/png' }

async function add({ pendingUploads }: Stores, id: string, values: Partial<PendingUpload> & { now?: number } = {}) {
  const { now = 0, size = 3, ...others } = values
  const bytes = Buffer.alloc(size, id)
  const names = { id, owner: 'ada', filename: 'ä "😀".png', contentType: 'image/png', digest: `d-${id}` }
  const upload = { ...names, size, image, expires: 1000, ...others }
  return (await pendingUploads.add({ upload, bytes, now, limits, slice })) ? upload : null
}

const idsOf = async ({ pendingUploads }: Stores, ids: readonly string[], owner = 'ada', now = 0) => {
  const uploads = await Promise.all(ids.map(id => pendingUploads.find(id, { owner, now })))
  return uploads.map(upload => upload?.id ?? null)
}

const cases: Cases<Stores> = {
  'a file is returned as it was added, until it is removed': async stores => {
    const { pendingUploads } = stores
    const size = 2 * filePieceSize + 1
    const upload = await add(stores, 'a', { size })
    assert.deepEqual(await pendingUploads.find('a', { owner: 'ada', now: 0 }), upload)
    assert.deepEqual(Buffer.from((await pendingUploads.bytes('a', slice)) ?? []), Buffer.alloc(size, 'a'))
    await pendingUploads.remove('a', 'ada')
    assert.deepEqual(await idsOf(stores, ['a']), [null])
    assert.equal(await pendingUploads.bytes('a', slice), null)
  },

  'a file that is removed while it is read is read either completely or not at all': async stores => {
    const { pendingUploads } = stores
    const size = 2 * filePieceSize + 1
    await add(stores, 'a', { size })
    let pauses = 0
    const next = async () => {
      pauses += 1
      if (pauses === 2) await pendingUploads.remove('a', 'ada')
    }
    const bytes = await pendingUploads.bytes('a', { isOver: () => true, next })
    assert.equal(bytes?.length ?? size, size)
  },

  'an empty file has no bytes': async stores => {
    await add(stores, 'a', { size: 0 })
    assert.equal((await stores.pendingUploads.bytes('a', slice))?.length, 0)
  },

  'only its owner finds and removes a file': async stores => {
    await add(stores, 'a')
    assert.deepEqual(await idsOf(stores, ['a'], 'bob'), [null])
    await stores.pendingUploads.remove('a', 'bob')
    assert.deepEqual(await idsOf(stores, ['a']), ['a'])
  },

  'a file expires, and its bytes are deleted': async stores => {
    await add(stores, 'a', { expires: 1000 })
    await add(stores, 'b', { expires: 2000 })
    assert.deepEqual(await idsOf(stores, ['a', 'b'], 'ada', 999), ['a', 'b'])
    assert.deepEqual(await idsOf(stores, ['a', 'b'], 'ada', 1000), [null, 'b'])
    await stores.pendingUploads.removeExpired(1000)
    assert.equal(await stores.pendingUploads.bytes('a', slice), null)
    await add(stores, 'c', { owner: 'bob', now: 2000, expires: 3000 })
    assert.equal(await stores.pendingUploads.bytes('b', slice), null)
  },

  'a new file replaces the oldest files of its owner in excess of the limits': async stores => {
    await add(stores, 'other', { owner: 'bob' })
    for (const [i, id] of ['a', 'b', 'c'].entries()) await add(stores, id, { expires: 1000 + i })
    await add(stores, 'd', { expires: 2000 })
    assert.deepEqual(await idsOf(stores, ['a', 'b', 'c', 'd']), [null, 'b', 'c', 'd'])
    await add(stores, 'e', { expires: 3000, size: limits.ownerBytes - 3 })
    assert.deepEqual(await idsOf(stores, ['b', 'c', 'd', 'e']), [null, null, 'd', 'e'])
    assert.deepEqual(await idsOf(stores, ['other'], 'bob'), ['other'])
  },

  'a file that is too large, or for which no space is left, is not stored': async stores => {
    assert.equal(await add(stores, 'a', { size: limits.ownerBytes + 1 }), null)
    await add(stores, 'b', { size: limits.ownerBytes })
    assert.equal(await add(stores, 'c', { owner: 'bob', size: filePieceSize + 1 }), null)
    assert.deepEqual(await idsOf(stores, ['a', 'b', 'c']), [null, 'b', null])
    assert.equal(await stores.pendingUploads.bytes('c', slice), null)
    assert.notEqual(await add(stores, 'd', { owner: 'bob', size: filePieceSize }), null)
  },
}

export function pendingUploadSuite(
  runner: Runner,
  name: string,
  open: () => Promise<Stores & { close(): Promise<void> }>,
): void {
  const opened = async () => {
    const stores = await open()
    return { subject: stores, close: stores.close }
  }
  runner.describe(name, () => runCases(runner, cases, opened))
}
