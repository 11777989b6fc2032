import { isJsonObject, type JsonObject, type JsonValue } from '../../foundation/json.js'
import type { FieldValues, StoredFile } from './node.js'

/**
 * Returns the size in bytes of each file in the fields, by digest. Only a complete field value can be a file. Nested
 * JSON that resembles a file is content from an author and refers to no stored bytes.
 */
export const filesIn = (fields: FieldValues): ReadonlyMap<string, number> =>
  new Map(
    Object.values(fields)
      .filter(isFile)
      .map(({ digest, size }) => [digest, size]),
  )

const isFile = (value: JsonValue): value is StoredFile =>
  typeof value === 'object' &&
  value !== null &&
  'digest' in value &&
  typeof value.digest === 'string' &&
  /^[\w-]+$/.test(value.digest) &&
  'size' in value &&
  typeof value.size === 'number' &&
  'content-type' in value

/** Returns the keys of a request body whose values are uploads: objects with a `filename` and base64 `data`. */
export const uploadedFiles = (body: JsonObject): readonly string[] =>
  Object.entries(body).flatMap(([name, value]) => {
    const isFile =
      isJsonObject(value) &&
      typeof value.data === 'string' &&
      (value.encoding ?? 'base64') === 'base64' &&
      'filename' in value
    return isFile ? [name] : []
  })
