import { type ImageSize, sizeInAddress, sizeOfScale } from '../../content/node/images.js'
import type { StoredFile } from '../../content/node/node.js'
import { piecesOf, wholeFile } from '../../content/store/filePieces.js'
import { permission } from '../../security/stockPermissions.js'
import type { Operation, Outcome } from '../run/operation.js'
import type { Visit } from '../run/visit.js'
import { type FileAnswer, type FileWanted, fileAnswer, missingFile, storedFile } from './getFile.js'

export interface ImageWanted extends Omit<FileWanted, 'field' | 'digest'> {
  /** A field, or an image name from a payload: `image-400-<digest>.png`. */
  readonly name: string
  /** The name of a scale; null if the address has none. */
  readonly scale: string | null
}

/**
 * `GET {path}/@@images/{field}`, `@@images/{field}/{scale}` and `@@images/{field}-{width}-{digest}.{extension}`
 * (docs/content-and-access.md, Files and images): an image in one of its scales, or the original.
 */
export const getImage: Operation<ImageWanted, FileAnswer> = {
  permission: permission.view,
  run: (visit, wanted) => decideImage(visit, wanted, field => storedFile(visit, field)),
}

/** The answer for the image in a field, which `find` looks up. */
export async function decideImage(
  visit: Visit,
  wanted: ImageWanted,
  find: (field: string) => StoredFile | null | undefined,
): Promise<Outcome<FileAnswer>> {
  const { field, address, digest } = readName(wanted.name)
  const file = find(field)
  const original = { ...wanted, field, digest }
  if (!file?.digest.startsWith(digest)) return { answer: await fileAnswer(visit, file, original) }
  const size = sizeWanted(file, address, wanted.scale)
  if (size === undefined) throw missingFile('file.missing', wanted.name)
  const isScaled = size !== null && visit.environment.scaleImage !== undefined
  if (!isScaled) return { answer: await fileAnswer(visit, file, original) }
  return { later: async () => (await scaled(visit, file, { ...original, size })) ?? unscaled(visit, file, original) }
}

interface ImageName {
  readonly field: string
  /** The part after the field; null if the name is only a field. */
  readonly address: string | null
  /** The digest in the name; empty if there is none. */
  readonly digest: string
}

function readName(name: string): ImageName {
  const found = /-(\d{1,9}-([0-9a-f]{32})\.\w+)$/.exec(name)
  if (!found) return { field: name, address: null, digest: '' }
  return { field: name.slice(0, found.index), address: found[1] ?? '', digest: found[2] ?? '' }
}

/** Null for the original, undefined for an unknown scale. */
function sizeWanted(file: StoredFile, address: string | null, scale: string | null): ImageSize | null | undefined {
  if (address === null) return scale === null ? null : sizeOfScale(file, scale)
  return scale === null ? sizeInAddress(file, address) : undefined
}

type SizeWanted = FileWanted & { readonly size: ImageSize }

/** Null if the image cannot be scaled. */
async function scaled(visit: Visit, file: StoredFile, wanted: SizeWanted): Promise<FileAnswer | null> {
  const { environment } = visit
  const { size, digest, isKnown, part: choosePart } = wanted
  const tag = `${file.digest}-${size.width}-${size.height}`
  const { filename, 'content-type': contentType } = file
  const answer = { filename, contentType, tag, isLasting: digest !== '' }
  if (isKnown?.(tag)) return { ...answer, size: 0, part: null, pieces: null }
  const piece = (number: number) => environment.store.read(reader => reader.filePiece(file.digest, number))
  const read = () => wholeFile(piece, file.size)
  const bytes = await environment.scaleImage?.({ digest: file.digest, contentType, ...size, read })
  if (!bytes) return null
  const part = choosePart?.(bytes.length, tag) ?? null
  return { ...answer, size: bytes.length, part, pieces: piecesOf(bytes, part) }
}

/** The original is a temporary substitute: a later request may get the scale. */
async function unscaled(visit: Visit, file: StoredFile, wanted: FileWanted): Promise<FileAnswer> {
  const answer = await visit.again(anew => fileAnswer(anew, file, wanted))
  return { ...answer, isLasting: false }
}
