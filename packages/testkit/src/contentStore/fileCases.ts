import assert from 'node:assert/strict'
import {
  type Change,
  type ContentStore,
  type FileBytes,
  filePart,
  filePieceSize,
  type ReadPiece,
  readWholeFile,
} from '@plenum/core/ports'
import { buildCreation, buildFile } from '../builders.js'
import type { Cases } from '../runner.js'
import { commit } from './storeQueries.js'

const addingFiles = (files: readonly FileBytes[]): Change => {
  const fields = Object.fromEntries(files.map(({ digest, bytes }) => [digest, buildFile(digest, bytes.length)]))
  return { files, creates: [buildCreation('/', { node: { fields } })] }
}

const pieceOf =
  (store: ContentStore, digest: string): ReadPiece =>
  number =>
    store.read(reader => reader.filePiece(digest, number))

async function sizesOf(store: ContentStore, digest: string): Promise<number[]> {
  const sizes: number[] = []
  for (;;) {
    const piece = await pieceOf(store, digest)(sizes.length)
    if (!piece) return sizes
    sizes.push(piece.length)
  }
}

const fileIn = async (store: ContentStore, digest: string, size: number): Promise<Uint8Array> =>
  (await readWholeFile(pieceOf(store, digest), size)) ?? new Uint8Array()

async function piecesFrom(pieces: AsyncIterable<Uint8Array>): Promise<readonly Uint8Array[]> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return all
}

const partsOf = (size: number): readonly (readonly [number, number])[] => [
  [0, filePieceSize],
  [filePieceSize - 1, filePieceSize],
  [1, size],
  [size - 1, size],
  ...(size > filePieceSize ? ([[filePieceSize - 1, filePieceSize + 1]] as const) : []),
]

export const fileCases: Cases<ContentStore> = {
  'bytes are stored once by their digest': async store => {
    const bytes = Uint8Array.from({ length: 256 }, (_, i) => i)
    await commit(
      store,
      addingFiles([
        { digest: 'one', bytes },
        { digest: 'empty', bytes: new Uint8Array() },
      ]),
    )
    await commit(store, { files: [{ digest: 'one', bytes: Uint8Array.of(1, 2) }] })
    assert.deepEqual(await sizesOf(store, 'one'), [256])
    assert.ok(Buffer.from(await fileIn(store, 'one', 256)).equals(bytes))
    assert.deepEqual(await sizesOf(store, 'empty'), [0])
    assert.deepEqual(await sizesOf(store, 'two'), [])
  },

  'a large file is read in pieces of 1 MiB, and in any range': async store => {
    const MiB = filePieceSize
    const bytes = Uint8Array.from({ length: 3 * MiB + 5 }, (_, i) => (i >> 8) ^ (i & 255))
    const sizes = { one: MiB, two: 2 * MiB, odd: bytes.length }
    await commit(
      store,
      addingFiles(Object.entries(sizes).map(([digest, size]) => ({ digest, bytes: bytes.subarray(0, size) }))),
    )
    assert.deepEqual(await sizesOf(store, 'one'), [MiB])
    assert.deepEqual(await sizesOf(store, 'two'), [MiB, MiB])
    assert.deepEqual(await sizesOf(store, 'odd'), [MiB, MiB, MiB, 5])
    for (const [digest, size] of Object.entries(sizes)) {
      assert.ok(Buffer.from(await fileIn(store, digest, size)).equals(bytes.subarray(0, size)))
      for (const [start, end] of partsOf(size)) {
        const part = await piecesFrom(filePart(pieceOf(store, digest), { start, length: end - start }))
        assert.ok(Buffer.concat(part).equals(bytes.subarray(start, end)))
        assert.equal(part.length, Math.ceil(end / MiB) - Math.floor(start / MiB))
      }
    }
  },

  'an incomplete file is never returned as a file': async store => {
    await commit(store, addingFiles([{ digest: 'cut', bytes: new Uint8Array(filePieceSize + 5) }]))
    for (const [digest, size] of Object.entries({ none: 1, cut: 2 * filePieceSize + 5 })) {
      assert.equal(await readWholeFile(pieceOf(store, digest), size), null)
      await assert.rejects(piecesFrom(filePart(pieceOf(store, digest), { start: 0, length: size })))
    }
    await assert.rejects(piecesFrom(filePart(pieceOf(store, 'cut'), { start: 0, length: filePieceSize + 6 })))
  },
}
