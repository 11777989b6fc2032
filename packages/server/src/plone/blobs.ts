import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { measureImage } from '@plenum/platform'
import { type BlobFacts, type ExportFiles, Unreadable } from '@plenum/plone-exchange'
import { StartError } from '../startError.js'
import { type OwnFile, openOwn, ownFile } from './ownFile.js'

const pieceSize = 1024 * 1024
/**
 * The number of bytes that are read to determine the dimensions of an image. This number is sufficient for images of
 * any size.
 */
const headSize = 16 * pieceSize

/**
 * Opens the files of an export. Each file is read once to determine its properties. Its bytes are then read again in
 * pieces of 1 MiB.
 */
export function openBlobs(folder: string): Pick<ExportFiles, 'blob' | 'bytes'> {
  const cached = new Map<string, BlobFacts | Unreadable>()
  const files = new Map<string, OwnFile>()
  return {
    blob: async inside => {
      const blobFacts = cached.get(inside) ?? (await hashFile(folder, inside, files))
      cached.set(inside, blobFacts)
      return blobFacts
    },
    bytes: digest => {
      const file = files.get(digest)
      if (!file) throw new Error(`The export contains no file with the digest ${digest}.`)
      return verifiedPieces(file, digest)
    },
  }
}

async function hashFile(folder: string, inside: string, files: Map<string, OwnFile>): Promise<BlobFacts | Unreadable> {
  const file = ownFile(folder, inside)
  if (file instanceof Unreadable) return file
  const hash = createHash('sha256')
  const head: Uint8Array[] = []
  let size = 0
  for await (const piece of piecesOf(file)) {
    hash.update(piece)
    if (size < headSize) head.push(piece)
    size += piece.length
  }
  const digest = hash.digest('hex')
  files.set(digest, file)
  return { digest, size, image: measureImage(Buffer.concat(head)) }
}

async function* verifiedPieces(file: OwnFile, digest: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for await (const piece of piecesOf(file)) {
    hash.update(piece)
    yield piece
  }
  if (hash.digest('hex') !== digest) throw new StartError(`${file.name} changed during the import.`)
}

async function* piecesOf(file: OwnFile): AsyncGenerator<Uint8Array> {
  const fd = openOwn(file)
  yield* createReadStream('', { fd, start: 0, end: Math.max(0, file.size - 1), highWaterMark: pieceSize })
  if (file.size === 0) yield new Uint8Array()
}
