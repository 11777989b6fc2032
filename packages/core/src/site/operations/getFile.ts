import { activeParts } from '../../content/model/registry.js'
import type { StoredFile } from '../../content/node/node.js'
import { type FilePart, filePart, pieceWith, type ReadPiece } from '../../content/store/filePieces.js'
import { DomainError } from '../../foundation/domainError.js'
import { message } from '../../foundation/messages.js'
import { permission } from '../../security/stockPermissions.js'
import type { Operation } from '../run/operation.js'
import { may, type Visit } from '../run/visit.js'

/** The requested file, and the version that the client has cached. */
export interface FileWanted {
  readonly field: string
  /** Required prefix of the file's digest, if the address contains one. */
  readonly digest?: string
  /** Whether the client has the version with this ETag; its bytes are then not read. */
  readonly isKnown?: (tag: string) => boolean
  /** The requested part of a file with `size` bytes; null for the whole file. May throw a DomainError `bad-range`. */
  readonly part?: (size: number, tag: string) => FilePart | null
}

export interface FileAnswer {
  /**
   * The bytes in chunks, read on demand: a slow client does not hold a large file in memory. Null if the client has
   * them already.
   */
  readonly pieces: AsyncIterable<Uint8Array> | null
  /** Size of the whole file in bytes. */
  readonly size: number
  /** The part that `pieces` contains; null for the whole file. */
  readonly part: FilePart | null
  readonly filename: string
  readonly contentType: string
  /** The ETag of the bytes: letters, digits, `-`. */
  readonly tag: string
  /** Whether the requested address is immutable: it always returns these bytes. */
  readonly isLasting: boolean
}

/** The file in a field of the object, if the caller may read the field. */
export function storedFile(visit: Visit, name: string): StoredFile | undefined {
  const { allFields } = activeParts(visit.type, visit.lineage)
  const field = allFields.find(field => field.name === name && (field.kind === 'file' || field.kind === 'image'))
  const isReadable = field && (field.readPermission === undefined || may(visit, field.readPermission))
  return isReadable ? (visit.node.fields[name] as StoredFile | null | undefined) || undefined : undefined
}

/**
 * `GET {path}/@@download/{field}` and `GET {path}/@@images/{field}` (docs/content-and-access.md, Files and images): the
 * original bytes.
 */
export const getFile: Operation<FileWanted, FileAnswer> = {
  permission: permission.view,
  run: async (visit, wanted) => ({ answer: await fileAnswer(visit, storedFile(visit, wanted.field), wanted) }),
}

/**
 * The requested part of a file. Throws `not-found` if the file does not exist, or if its digest differs from the
 * requested one.
 */
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
  // The first chunk is read before the answer starts, so that an error or a missing file can still set the status.
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
 * A digest always identifies the same bytes, so each chunk is read from the current state: a slow client holds one
 * chunk in memory, and no snapshot.
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

/** The error for a file that does not exist, or was replaced. */
export function missingFile(id: 'file.missing' | 'file.replaced', field: string): DomainError {
  return new DomainError('not-found', message(id, { field: field.slice(0, 100) }))
}
