import { activeParts } from '../../content/model/registry.js'
import type { StoredFile } from '../../content/node/node.js'
import { type FilePart, filePart, pieceWith, type ReadPiece } from '../../content/store/filePieces.js'
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
  /** Which part of so many bytes is wanted; null for all of them. May throw a DomainError `bad-range`. */
  readonly part?: (size: number, tag: string) => FilePart | null
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
  const part = choosePart(size, tag)
  const range = part ?? { start: 0, length: size }
  // Read at once: what fails or is not there can still be told by a status.
  const first = await visit.reader.filePiece(tag, pieceWith(range.start))
  if (!first) throw missingFile('file.missing', field)
  return { ...answer, part, pieces: filePart(piecesAfter(first, { visit, digest: tag, range }), range) }
}

interface Reading {
  readonly visit: Visit
  readonly digest: string
  readonly range: FilePart
}

/**
 * What a digest stands for never changes, so each piece is read from the state of its moment: a client that takes a file
 * slowly holds one piece in memory, and no snapshot.
 */
function piecesAfter(first: Uint8Array, { visit: { environment, work }, digest, range }: Reading): ReadPiece {
  let ready: Uint8Array | null = first
  return async number => {
    if (number === pieceWith(range.start) && ready) {
      const piece = ready
      ready = null
      return piece
    }
    const leave = await work.ownTurn()
    return environment.store.read(reader => reader.filePiece(digest, number)).finally(leave)
  }
}

/** Refuses a file that there is not, or not any more. */
export function missingFile(id: 'file.missing' | 'file.replaced', field: string): DomainError {
  return new DomainError('not-found', message(id, { field: field.slice(0, 100) }))
}
