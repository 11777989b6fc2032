import { type ImageSize, sizeInAddress, sizeOfScale } from '../../content/node/images.js'
import type { StoredFile } from '../../content/node/node.js'
import { piecesOf, readWholeFile } from '../../content/store/filePieces.js'
import { permission } from '../../security/stockPermissions.js'
import type { Operation, Outcome } from '../run/operation.js'
import type { RequestContext } from '../run/requestContext.js'
import { type FileAnswer, type FileRequest, fileAnswer, missingFile, storedFile } from './getFile.js'

export interface ImageRequest extends Omit<FileRequest, 'field' | 'digest'> {
  /** A field, or an image name from a payload: `image-400-<digest>.png`. */
  readonly name: string
  /** The name of a scale; null if the address has none. */
  readonly scale: string | null
}

/**
 * `GET {path}/@@images/{field}`, `@@images/{field}/{scale}` and `@@images/{field}-{width}-{digest}.{extension}`
 * (docs/content-and-access.md, Files and images): an image in one of its scales, or the original.
 */
export const getImage: Operation<ImageRequest, FileAnswer> = {
  permission: permission.view,
  run: (context, request) => decideImage(context, request, field => storedFile(context, field)),
}

/** The answer for the image in a field, which `find` looks up. */
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
  /** The part after the field; null if the name is only a field. */
  readonly address: string | null
  /** The digest in the name; empty if there is none. */
  readonly digest: string
}

function readName(name: string): ImageName {
  const match = /-(\d{1,9}-([0-9a-f]{32})\.\w+)$/.exec(name)
  if (!match) return { field: name, address: null, digest: '' }
  return { field: name.slice(0, match.index), address: match[1] ?? '', digest: match[2] ?? '' }
}

/** Null for the original, undefined for an unknown scale. */
function requestedSize(file: StoredFile, address: string | null, scale: string | null): ImageSize | null | undefined {
  if (address === null) return scale === null ? null : sizeOfScale(file, scale)
  return scale === null ? sizeInAddress(file, address) : undefined
}

type ScaleRequest = FileRequest & { readonly size: ImageSize }

/** Null if the image cannot be scaled. */
async function scaledAnswer(
  context: RequestContext,
  file: StoredFile,
  request: ScaleRequest,
): Promise<FileAnswer | null> {
  const { environment } = context
  const { size, digest, isUnmodified, part: choosePart } = request
  const etag = `${file.digest}-${size.width}-${size.height}`
  const { filename, 'content-type': contentType } = file
  const answer = { filename, contentType, etag, isImmutable: digest !== '' }
  if (isUnmodified?.(etag)) return { ...answer, size: 0, part: null, pieces: null }
  const piece = (number: number) => environment.store.read(reader => reader.filePiece(file.digest, number))
  const read = () => readWholeFile(piece, file.size)
  const bytes = await environment.scaleImage?.({ digest: file.digest, contentType, ...size, read })
  if (!bytes) return null
  const part = choosePart?.(bytes.length, etag) ?? null
  return { ...answer, size: bytes.length, part, pieces: piecesOf(bytes, part) }
}

/** The original is a temporary substitute: a later request may get the scale. */
async function originalAnswer(context: RequestContext, file: StoredFile, request: FileRequest): Promise<FileAnswer> {
  const answer = await context.withNewSnapshot(freshContext => fileAnswer(freshContext, file, request))
  return { ...answer, isImmutable: false }
}
