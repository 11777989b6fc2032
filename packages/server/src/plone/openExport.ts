import { createHash } from 'node:crypto'
import { closeSync, createReadStream, readSync } from 'node:fs'
import { lstat, opendir } from 'node:fs/promises'
import path from 'node:path'
import { DomainError, type JsonValue, parseJson } from '@plenum/core'
import { measureImage } from '@plenum/platform'
import { type BlobFacts, type ExportFiles, type SharedFileName, Unreadable } from '@plenum/plone-exchange'
import { StartError } from '../startError.js'
import { type OwnFile, openOwn, ownFile } from './ownFile.js'

const sharedFileNames: readonly SharedFileName[] = [
  'content/__metadata__.json',
  'principals.json',
  'relations.json',
  'redirects.json',
  'portlets.json',
  'translations.json',
  'discussions.json',
  'plenum.json',
]

/**
 * Opens an export. Throws a StartError if the directory does not exist, or if one of the files that describe all
 * objects is invalid.
 */
export async function openExport(folder: string): Promise<ExportFiles> {
  const content = path.join(folder, 'content')
  for (const name of [folder, content])
    if (!(await isFolder(name)))
      throw new StartError(`${name} is not a folder, so it cannot be an export of a Plone site.`)
  return {
    uids: await foldersIn(content),
    object: uid => readJsonFile(content, `${uid}/data.json`),
    ...openBlobs(content),
    sharedFiles: await readSharedFiles(folder),
  }
}

const isFolder = async (name: string): Promise<boolean> => (await lstat(name).catch(() => null))?.isDirectory() === true

/**
 * Returns the directories of the objects. Symbolic links are included but never followed, so that they are reported as
 * faults.
 */
async function foldersIn(content: string): Promise<readonly string[]> {
  const names: string[] = []
  for await (const entry of await opendir(content))
    if (entry.isDirectory() || entry.isSymbolicLink()) names.push(entry.name)
  return names.sort()
}

async function readSharedFiles(folder: string): Promise<ExportFiles['sharedFiles']> {
  const sharedFiles: Partial<Record<SharedFileName, JsonValue>> = {}
  for (const name of sharedFileNames) {
    if (!(await lstat(path.join(folder, name)).catch(() => null))) continue
    const value = await readJsonFile(folder, name)
    if (value instanceof Unreadable) throw new StartError(`${path.join(folder, name)} ${value.sentence}.`)
    sharedFiles[name] = value
  }
  return sharedFiles
}

/** The maximum size of a JSON file, in bytes. */
const maxBytes = 64 * 1024 * 1024

async function readJsonFile(folder: string, inside: string): Promise<JsonValue | Unreadable> {
  const file = ownFile(folder, inside)
  if (file instanceof Unreadable) return file
  if (file.size > maxBytes) return new Unreadable(`is larger than 64 MiB: ${inside}`)
  const handle = openOwn(file)
  try {
    const bytes = Buffer.alloc(file.size)
    const length = readSync(handle, bytes, 0, file.size, 0)
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, length))
    const value = parseJson(text) as JsonValue
    return hasStrangeKey(text, value)
      ? new Unreadable(`contains the key __proto__, which is not allowed: ${inside}`)
      : value
  } catch (error) {
    if (error instanceof DomainError) return new Unreadable(`is nested too deeply: ${inside}`)
    if (error instanceof TypeError) return new Unreadable(`is not UTF-8: ${inside}`)
    if (error instanceof SyntaxError) return new Unreadable(`is no JSON: ${inside}`)
    throw error
  } finally {
    closeSync(handle)
  }
}

/** Whether a value contains the `__proto__` key. The search is skipped if the JSON cannot contain this key. */
const hasStrangeKey = (text: string, value: JsonValue): boolean =>
  /__proto__|\\u00[567]/i.test(text) && isStrange(value)

function isStrange(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(isStrange)
}

const pieceSize = 1024 * 1024
/**
 * The number of bytes that are read to determine the dimensions of an image, which is sufficient for images of any
 * size.
 */
const headSize = 16 * pieceSize

/**
 * Opens the binary files of an export. Each file is read once to determine its properties, and again in pieces of 1 MiB
 * when its bytes are needed.
 */
function openBlobs(folder: string): Pick<ExportFiles, 'blob' | 'bytes'> {
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
