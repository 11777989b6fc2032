import type { StoredFileLink } from '../../../answers/formControls.js'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../foundation/json.js'

export const objectIn = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {})
export const listIn = (value: JsonValue | undefined): readonly JsonValue[] => (Array.isArray(value) ? value : [])
export const stringIn = (value: JsonValue | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** Replaces CRLF, which browsers send for line breaks, with LF as in stored strings. */
export const withoutReturns = (text: string): string => text.replaceAll('\r\n', '\n')

export const tokenIn = (value: JsonValue): string =>
  stringIn(isJsonObject(value) && 'token' in value ? value.token : value)

export const storedFile = ({ filename, size, download, scales }: JsonObject): StoredFileLink => ({
  filename: stringIn(filename),
  size: Number(size ?? 0),
  '@id': stringIn(download),
  preview: isJsonObject(scales) ? stringIn(objectIn(scales.preview).download) || stringIn(download) : null,
})
