import { activeParts } from '../../content/model/registry.js'
import type { StoredFile } from '../../content/node/node.js'
import { DomainError } from '../../foundation/domainError.js'
import { message } from '../../foundation/messages.js'
import { permission } from '../../security/stockPermissions.js'
import type { Operation } from '../run/operation.js'
import { may, type Visit } from '../run/visit.js'

/** What is asked of a file, and what the caller has of it. */
export interface FileWanted {
  readonly field: string
  /** What the digest of the file has to begin with, where its address says so. */
  readonly digest?: string
  /** Whether the caller has what a tag tells from anything else; its bytes are not read then. */
  readonly isKnown?: (tag: string) => boolean
  /** Which part of so many bytes is wanted; null for all of them. */
  readonly part?: (size: number, tag: string) => FilePart | null
}

/** Bytes of a file. */
export interface FilePart {
  readonly start: number
  /** Not 0. */
  readonly length: number
}

export interface FileAnswer {
  /**
   * The bytes, piece by piece: a large file is read as far as it is asked for, so that a client who takes it slowly
   * does not hold it in memory. Null where the caller has them already.
   */
  readonly pieces: AsyncIterable<Uint8Array> | null
  /** Of the whole file. */
  readonly size: number
  /** Which part of it the pieces are; null for all of it. */
  readonly part: FilePart | null
  readonly filename: string
  readonly contentType: string
  /** What tells the bytes from any others: letters, digits, `-`. */
  readonly tag: string
  /** Whether the address that was asked for stands for these bytes for ever. */
  readonly isLasting: boolean
}

/** The file in a field of the object, where the caller may read it. */
export function storedFile(visit: Visit, name: string): StoredFile | undefined {
  const { allFields } = activeParts(visit.type, visit.lineage)
  const field = allFields.find(field => field.name === name && (field.kind === 'file' || field.kind === 'image'))
  const isReadable = field && (field.readPermission === undefined || may(visit, field.readPermission))
  return isReadable ? (visit.node.fields[name] as StoredFile | null | undefined) || undefined : undefined
}

/**
 * `GET {path}/@@download/{field}` and `GET {path}/@@images/{field}` (docs/content-and-access.md, Files and images): the
 * bytes as they were sent.
 */
export const getFile: Operation<FileWanted, FileAnswer> = {
  permission: permission.view,
  run: async (visit, wanted) => ({ answer: await fileAnswer(visit, storedFile(visit, wanted.field), wanted) }),
}

/** A file as it is wanted. Throws `not-found` where there is none, or another than is wanted. */
export async function fileAnswer(
  visit: Visit,
  file: StoredFile | null | undefined,
  { field, digest = '', isKnown = () => false, part: choosePart = () => null }: FileWanted,
): Promise<FileAnswer> {
  if (!file) throw missingFile('file.missing', field)
  if (!file.digest.startsWith(digest)) throw missingFile('file.replaced', field)
  const { digest: tag, filename, size } = file
  const answer = { size, part: null, filename, contentType: file['content-type'], tag, isLasting: digest !== '' }
  if (isKnown(tag)) return { ...answer, pieces: null }
  const isLarge = size > pieceSize
  const bytes = await visit.reader.file(tag, isLarge ? { start: 0, length: 0 } : undefined)
  if (!bytes) throw missingFile('file.missing', field)
  const part = choosePart(size, tag)
  const range = part ?? { start: 0, length: size }
  return { ...answer, part, pieces: isLarge ? piecesOf(visit, tag, range) : partOf(bytes, range) }
}

/** As stores keep files. */
const pieceSize = 1024 * 1024

/** A part of bytes that are there, as pieces. */
export async function* partOf(bytes: Uint8Array, { start, length }: FilePart): AsyncGenerator<Uint8Array> {
  yield bytes.subarray(start, start + length)
}

/** What a digest stands for never changes: each piece may be read from the state of its moment. */
async function* piecesOf(visit: Visit, digest: string, range: FilePart): AsyncGenerator<Uint8Array> {
  const { environment, work } = visit
  const end = range.start + range.length
  for (let start = range.start; start < end; start += pieceSize) {
    await work.ownTurn()
    const part = { start, length: Math.min(pieceSize, end - start) }
    const piece = await environment.store.read(reader => reader.file(digest, part))
    if (!piece) throw new Error(`The file ${digest} is not whole.`)
    yield piece
  }
}

/** Refuses a file that there is not, or not any more. */
export function missingFile(id: 'file.missing' | 'file.replaced', field: string): DomainError {
  return new DomainError('not-found', message(id, { field: field.slice(0, 100) }))
}
