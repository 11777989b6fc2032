import type { StoredFile } from '../../../content/node/node.js'
import { readWholeFile } from '../../../content/store/filePieces.js'
import { base64Of, base64OfText, textInBase64 } from '../../../foundation/base64.js'
import type { JsonValue } from '../../../foundation/json.js'
import type { RequestContext } from '../../run/requestContext.js'

// Forms of clients represent an image setting as one text, with name and bytes in base64.

/** An image as such a text; null without an image. */
export async function presentLogo({ reader }: Pick<RequestContext, 'reader'>, value: JsonValue): Promise<JsonValue> {
  const logo = value as StoredFile | null
  const bytes = logo && (await readWholeFile(number => reader.filePiece(logo.digest, number), logo.size))
  return logo && bytes ? `filenameb64:${base64OfText(logo.filename)};datab64:${base64Of(bytes)}` : null
}

const form = /^filenameb64:([A-Za-z0-9+/=]*);datab64:([^;]*)$/

/**
 * Converts such a text into the usual form of a file; an empty text removes the image. Other values are returned
 * unchanged.
 */
export function logoIn(value: JsonValue): JsonValue {
  if (value === '') return null
  const [, name, data] = (typeof value === 'string' && form.exec(value)) || []
  if (name === undefined || data === undefined) return value
  return { filename: textInBase64(name) ?? '', data, encoding: 'base64' }
}
