import { activeParts } from '../../content/model/registry.js'
import type { StoredFile } from '../../content/node/node.js'
import { type FilePart, filePart, pieceWith, type ReadPiece } from '../../content/store/filePieces.js'
import { DomainError } from '../../foundation/domainError.js'
import { message } from '../../foundation/messages.js'
import { permission } from '../../security/stockPermissions.js'
import type { Operation } from '../run/operation.js'
import { hasPermission, type RequestContext } from '../run/requestContext.js'

/** The requested file, and the version that the client has cached. */
export interface FileRequest {
  readonly field: string
  /** Required prefix of the file's digest, if the address contains one. */
  readonly digest?: string
  /** Whether the client has the version with this ETag; its bytes are then not read. */
  readonly isUnmodified?: (etag: string) => boolean
  /** The requested part of a file with `size` bytes; null for the whole file. May throw a DomainError `bad-range`. */
  readonly part?: (size: number, etag: string) => FilePart | null
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
  readonly etag: string
  /** Whether the requested address is immutable: it always returns these bytes. */
  readonly isImmutable: boolean
}

/** The file in a field of the object, if the caller may read the field. */
export function storedFile(context: RequestContext, name: string): StoredFile | undefined {
  const { allFields } = activeParts(context.type, context.lineage)
  const field = allFields.find(field => field.name === name && (field.kind === 'file' || field.kind === 'image'))
  const isReadable = field && (field.readPermission === undefined || hasPermission(context, field.readPermission))
  return isReadable ? (context.node.fields[name] as StoredFile | null | undefined) || undefined : undefined
}

/**
 * `GET {path}/@@download/{field}` and `GET {path}/@@images/{field}` (docs/content-and-access.md, Files and images): the
 * original bytes.
 */
export const getFile: Operation<FileRequest, FileAnswer> = {
  permission: permission.view,
  run: async (context, request) => ({ answer: await fileAnswer(context, storedFile(context, request.field), request) }),
}

/**
 * The requested part of a file. Throws `not-found` if the file does not exist, or if its digest differs from the
 * requested one.
 */
export async function fileAnswer(
  context: RequestContext,
  file: StoredFile | null | undefined,
  { field, digest = '', isUnmodified = () => false, part: choosePart = () => null }: FileRequest,
): Promise<FileAnswer> {
  if (!file) throw missingFile('file.missing', field)
  if (!file.digest.startsWith(digest)) throw missingFile('file.replaced', field)
  const { digest: etag, filename, size } = file
  const answer = { size, part: null, filename, contentType: file['content-type'], etag, isImmutable: digest !== '' }
  if (isUnmodified(etag)) return { ...answer, pieces: null }
  const part = choosePart(size, etag)
  const range = part ?? { start: 0, length: size }
  // The first chunk is read before the answer starts, so that an error or a missing file can still set the status.
  const first = await context.reader.filePiece(etag, pieceWith(range.start))
  if (!first) throw missingFile('file.missing', field)
  return { ...answer, part, pieces: filePart(piecesAfter(first, { context, digest: etag, range }), range) }
}

interface Reading {
  readonly context: RequestContext
  readonly digest: string
  readonly range: FilePart
}

/**
 * A digest always identifies the same bytes, so each chunk is read from the current state: a slow client holds one
 * chunk in memory, and no snapshot.
 */
function piecesAfter(first: Uint8Array, { context: { environment, task }, digest, range }: Reading): ReadPiece {
  let ready: Uint8Array | null = first
  return async number => {
    if (number === pieceWith(range.start) && ready) {
      const piece = ready
      ready = null
      return piece
    }
    const release = await task.exclusiveSlice()
    return environment.store.read(reader => reader.filePiece(digest, number)).finally(release)
  }
}

/** The error for a file that does not exist, or was replaced. */
export function missingFile(id: 'file.missing' | 'file.replaced', field: string): DomainError {
  return new DomainError('not-found', message(id, { field: field.slice(0, 100) }))
}
