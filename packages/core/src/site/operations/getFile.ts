import { activeParts } from '../../content/model/model.js'
import { type ImageSize, sizeInAddress, sizeOfScale } from '../../content/node/images.js'
import type { StoredFile } from '../../content/node/node.js'
import {
  type FilePart,
  filePart,
  piecesOf,
  pieceWith,
  type ReadPiece,
  readWholeFile,
} from '../../content/store/filePieces.js'
import { DomainError, message } from '../../foundation/messages.js'
import { permission } from '../../security/permissions.js'
import type { Operation, Outcome } from '../run/operation.js'
import { hasNamedPermission, type RequestContext } from '../run/requestContext.js'

export interface FileRequest {
  readonly field: string
  /**
   * The first characters of the digest that the file must have. The property is omitted if the URL contains no digest.
   */
  readonly digest?: string
  /** Whether the client has already cached the file with this ETag. If so, the bytes are not read. */
  readonly isUnmodified?: (etag: string) => boolean
  /**
   * Returns the requested part of a file of `size` bytes, or null for the complete file. This function can throw a
   * DomainError `bad-range`.
   */
  readonly part?: (size: number, etag: string) => FilePart | null
}

export interface FileAnswer {
  /**
   * The bytes in chunks that are read on demand, so that slow clients need little memory. The value is null if the
   * client has already cached the bytes.
   */
  readonly pieces: AsyncIterable<Uint8Array> | null
  /** The size of the complete file in bytes. */
  readonly size: number
  /** The part of the file that `pieces` contains, or null for the complete file. */
  readonly part: FilePart | null
  readonly filename: string
  readonly contentType: string
  /** The ETag, which consists of letters, digits and `-`. */
  readonly etag: string
  /** Whether the requested URL always returns the same bytes. */
  readonly isImmutable: boolean
}

function storedFile(context: RequestContext, name: string): StoredFile | undefined {
  const { allFields } = activeParts(context.type, context.lineage)
  const field = allFields.find(field => field.name === name && (field.kind === 'file' || field.kind === 'image'))
  const isReadable = field && hasNamedPermission(context, field.readPermission, context.lineage)
  return isReadable ? (context.node.fields[name] as StoredFile | null | undefined) || undefined : undefined
}

/**
 * `GET {path}/@@download/{field}` and `GET {path}/@@images/{field}` return the original bytes
 * (docs/content-and-access.md, Files and images).
 */
export const getFile: Operation<FileRequest, FileAnswer> = {
  permission: permission.view,
  run: async (context, request) => ({ answer: await fileAnswer(context, storedFile(context, request.field), request) }),
}

/**
 * Returns the requested part of a file. Throws a DomainError `not-found` if the file does not exist or does not have
 * the requested digest.
 */
async function fileAnswer(
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
  // The first chunk is read before the response starts, so that an error can still change the status.
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
 * Returns a function that reads the chunks of a file on demand. A digest always identifies the same bytes, so the
 * chunks need not be read from the same snapshot. A slow client therefore occupies memory for only one chunk, and does
 * not occupy a snapshot.
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

const missingFile = (id: 'file.missing' | 'file.replaced', field: string): DomainError =>
  new DomainError('not-found', message(id, { field: field.slice(0, 100) }))

export interface ImageRequest extends Omit<FileRequest, 'field' | 'digest'> {
  /** A field name, or an image name from a payload, such as `image-400-<digest>.png`. */
  readonly name: string
  readonly scale: string | null
}

/**
 * `GET {path}/@@images/{field}`, `@@images/{field}/{scale}` and `@@images/{field}-{width}-{digest}.{extension}` return
 * a scaled image or the original image (docs/content-and-access.md, Files and images).
 */
export const getImage: Operation<ImageRequest, FileAnswer> = {
  permission: permission.view,
  run: (context, request) => decideImage(context, request, field => storedFile(context, field)),
}

/** Returns a scaled version of the image that `find` looks up, or the original image. */
export async function decideImage(
  context: RequestContext,
  request: ImageRequest,
  find: (field: string) => StoredFile | null | undefined,
): Promise<Outcome<FileAnswer>> {
  const { field, address, digest } = readName(request.name)
  const file = find(field)
  const original = { ...request, field, digest }
  if (!file?.digest.startsWith(digest)) return { answer: await fileAnswer(context, file, original) }
  const size = requestedSize(file, address, request.scale)
  if (size === undefined) throw missingFile('file.missing', request.name)
  const isScaled = size !== null && context.environment.scaleImage !== undefined
  if (!isScaled) return { answer: await fileAnswer(context, file, original) }
  return {
    later: async () =>
      (await scaledAnswer(context, file, { ...original, size })) ?? originalAnswer(context, file, original),
  }
}

interface ImageName {
  readonly field: string
  /** The part of the name after the field name, or null if the name contains only a field name. */
  readonly address: string | null
  /** The digest in the name, or an empty string if the name contains no digest. */
  readonly digest: string
}

function readName(name: string): ImageName {
  const match = /-(\d{1,9}-([0-9a-f]{32})\.\w+)$/.exec(name)
  if (!match) return { field: name, address: null, digest: '' }
  return { field: name.slice(0, match.index), address: match[1] ?? '', digest: match[2] ?? '' }
}

function requestedSize(file: StoredFile, address: string | null, scale: string | null): ImageSize | null | undefined {
  if (address === null) return scale === null ? null : sizeOfScale(file, scale)
  return scale === null ? sizeInAddress(file, address) : undefined
}

/** Returns the scaled image, or null if it cannot be scaled. */
async function scaledAnswer(
  context: RequestContext,
  file: StoredFile,
  request: FileRequest & { readonly size: ImageSize },
): Promise<FileAnswer | null> {
  const { environment } = context
  const { size, digest, isUnmodified, part: choosePart } = request
  const etag = `${file.digest}-${size.width}-${size.height}`
  const { filename, 'content-type': contentType } = file
  const answer = { filename, contentType, etag, isImmutable: digest !== '' }
  if (isUnmodified?.(etag)) return { ...answer, size: 0, part: null, pieces: null }
  const piece = (number: number) => environment.store.read(reader => reader.filePiece(file.digest, number))
  const read = () => readWholeFile(piece, file.size)
  const image = { digest: file.digest, contentType, ...size, address: context.task.address(), read }
  const bytes = await environment.scaleImage?.(image)
  if (!bytes) return null
  const part = choosePart?.(bytes.length, etag) ?? null
  return { ...answer, size: bytes.length, part, pieces: piecesOf(bytes, part) }
}

/** Returns the original image. The response is not immutable, because a later request may return the scaled image. */
async function originalAnswer(context: RequestContext, file: StoredFile, request: FileRequest): Promise<FileAnswer> {
  const answer = await context.withNewSnapshot(freshContext => fileAnswer(freshContext, file, request))
  return { ...answer, isImmutable: false }
}
