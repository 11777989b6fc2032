import { isJsonObject, type JsonObject } from '../../foundation/json.js'

/** The keys of a body whose values are uploaded files: objects with `data` in base64 and a `filename`. */
export function uploadedFiles(body: JsonObject): readonly string[] {
  return Object.entries(body).flatMap(([name, value]) => {
    const isFile =
      isJsonObject(value) &&
      typeof value.data === 'string' &&
      (value.encoding ?? 'base64') === 'base64' &&
      'filename' in value
    return isFile ? [name] : []
  })
}
