import type { Field } from '../../../content/fields/field.js'
import type { ContentNode, StoredFile } from '../../../content/node/node.js'
import { readWholeFile } from '../../../content/store/filePieces.js'
import { base64Of, base64OfText, textInBase64 } from '../../../foundation/base64.js'
import type { JsonValue } from '../../../foundation/json.js'
import { type FieldProblem, message } from '../../../foundation/messages.js'
import type { RequestContext } from '../../run/requestContext.js'
import type { Setting } from './controlPanel.js'

/** The maximum size of an image in bytes. The limit is low because the payload of the panel includes the image. */
const maxImage = 512 * 1024

/**
 * Creates a setting whose value is an image, such as the logo. In requests and payloads, the image is encoded as a
 * string.
 */
export const imageSetting = (field: Pick<Field, 'name' | 'title' | 'description'>): Setting => ({
  field: { kind: 'image', ...field },
  present: presentImageSetting,
  parse: imageIn,
})

export const storedImage = ({ fields }: ContentNode, name: string): StoredFile | null =>
  (fields[name] as StoredFile | null | undefined) ?? null

export function imageProblems(values: Readonly<Record<string, unknown>>, names: readonly string[]): FieldProblem[] {
  const isTooLarge = (name: string) => ((values[name] as StoredFile | null | undefined)?.size ?? 0) > maxImage
  return names
    .filter(isTooLarge)
    .map(field => ({ field, message: message('field.file-too-large', { limit: maxImage }) }))
}

/** Returns a string that contains the name and the base64-encoded bytes of an image, or null if no image is set. */
async function presentImageSetting({ reader }: Pick<RequestContext, 'reader'>, value: JsonValue): Promise<JsonValue> {
  const image = value as StoredFile | null
  const bytes = image && (await readWholeFile(number => reader.filePiece(image.digest, number), image.size))
  return image && bytes ? `filenameb64:${base64OfText(image.filename)};datab64:${base64Of(bytes)}` : null
}

const form = /^filenameb64:([A-Za-z0-9+/=]*);datab64:([^;]*)$/

/**
 * Converts a string from a request to the format in which other requests contain files. An empty string removes the
 * image. Other values are returned unchanged.
 */
function imageIn(value: JsonValue): JsonValue {
  if (value === '') return null
  const [, name, data] = (typeof value === 'string' && form.exec(value)) || []
  if (name === undefined || data === undefined) return value
  return { filename: textInBase64(name) ?? '', data, encoding: 'base64' }
}
