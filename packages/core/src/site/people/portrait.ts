import type { ImageSize } from '../../content/node/images.js'
import { isJsonObject, type JsonValue } from '../../foundation/json.js'
import { DomainError, message } from '../../foundation/messages.js'
import type { Portrait } from '../../people/userDirectory.js'
import type { RequestContext } from '../run/requestContext.js'

/** Limited, because a portrait is read into memory as a whole. */
const maxBytes = 2 * 1024 * 1024

/** Image formats that every browser shows, and that cannot contain scripts. */
const kinds = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']

/** A portrait as it was sent. */
export interface UploadedPortrait extends Portrait {
  /** The size to which the service has to crop and scale it; null to store it as it is. */
  readonly size: ImageSize | null
}

/**
 * The portrait in a body; null to remove it, undefined to leave it unchanged. Payloads contain its URL, which is
 * accepted as unchanged. Throws `invalid-user` (docs/content-and-access.md, Users, rule 7).
 */
export function readPortrait(
  context: RequestContext,
  input: JsonValue | undefined,
): UploadedPortrait | null | undefined {
  if (input === undefined || typeof input === 'string') return undefined
  if (input === null) return null
  if (!isJsonObject(input) || typeof input.data !== 'string') throw invalid('field.file-expected')
  if ((input.encoding ?? 'base64') !== 'base64') throw invalid('field.encoding')
  const upload = context.uploads?.get(input.data) ?? context.environment.readUpload(input.data)
  if (!upload) throw invalid('field.encoding')
  const { bytes, digest, image } = upload
  if (!image || !kinds.includes(image.contentType)) throw invalid('field.image')
  if (bytes.length > maxBytes)
    throw new DomainError('invalid-user', message('field.file-too-large', { limit: maxBytes }))
  const size = input.scale === true ? sizeOfPortrait(image) : null
  return { digest, contentType: image.contentType, bytes, size }
}

const [largestWidth, largestHeight] = [75, 100]

/** The size of an image that is cropped to the form of portraits, and scaled down to 75 x 100 pixels as in Plone. */
function sizeOfPortrait({ width, height }: ImageSize): ImageSize {
  const croppedWidth = Math.min(width, (height * largestWidth) / largestHeight)
  const factor = Math.min(1, largestWidth / croppedWidth)
  const pixels = (length: number): number => Math.max(1, Math.round(length * factor))
  return { width: pixels(croppedWidth), height: pixels((croppedWidth * largestHeight) / largestWidth) }
}

/** Throws `busy` when too many images wait. An image that cannot be scaled stays as it is. */
export async function scaledPortrait(
  { environment }: RequestContext,
  { size, ...portrait }: UploadedPortrait,
): Promise<Portrait> {
  if (!size) return portrait
  const { digest, contentType } = portrait
  const image = { digest, contentType, ...size, isCropped: true, read: async () => portrait.bytes }
  const bytes = await environment.scaleImage?.(image)
  return bytes ? { digest: `${digest}-${size.width}-${size.height}`, contentType, bytes } : portrait
}

const invalid = (id: 'field.file-expected' | 'field.encoding' | 'field.image'): DomainError =>
  new DomainError('invalid-user', message(id))
