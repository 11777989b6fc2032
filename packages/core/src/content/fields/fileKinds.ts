import { isJsonObject, type JsonObject } from '../../foundation/json.js'
import type { StoredFile } from '../node/node.js'
import type { FileField, ImageField } from './field.js'
import { accept, type Reading, type ReadingContext, type ReadValue, refuse } from './reading.js'

function readUpload(raw: JsonObject, isImage: boolean, context: ReadingContext): Reading {
  const { data, encoding = 'base64', filename = '', 'content-type': contentType } = raw
  if (typeof data !== 'string' || typeof filename !== 'string') return refuse('field.file-expected')
  if (encoding !== 'base64') return refuse('field.encoding')
  const upload = context.upload(data)
  if (!upload) return refuse('field.encoding')
  if (isImage && !upload.image) return refuse('field.image')
  const stored: StoredFile = {
    digest: upload.digest,
    filename: cleanFilename(filename),
    'content-type': upload.image?.contentType ?? mediaType(contentType),
    size: upload.size,
    width: upload.image?.width ?? null,
    height: upload.image?.height ?? null,
  }
  return accept(stored)
}

/**
 * Removes directories from a file name, because old browsers send full paths. Also removes characters that are invalid
 * in headers or URLs, and bidirectional overrides, which can make `gnp.exe` look like `exe.png`.
 */
function cleanFilename(filename: string): string {
  const name = filename.replace(/^.*[\\/]/s, '').slice(0, 255)
  // The replacement must come after `slice`, which can split a surrogate pair.
  return name.replace(/[\p{Cc}\p{Cs}"\u202a-\u202e\u2066-\u2069]/gu, '')
}

const mediaType = (contentType: unknown): string =>
  typeof contentType === 'string' && /^[\w.+-]+\/[\w.+-]+$/.test(contentType) ? contentType : 'application/octet-stream'

const readBytes =
  (isImage: boolean): ReadValue<FileField | ImageField> =>
  (_, raw, { context, stored }) => {
    if (!isJsonObject(raw)) return refuse('field.file-expected')
    // Payloads contain `download` instead of `data`. If a client sends `download` back, the stored file is kept.
    if (!Object.hasOwn(raw, 'data') && Object.hasOwn(raw, 'download'))
      return stored === undefined || stored === null ? refuse('field.file-expected') : accept(stored)
    return readUpload(raw, isImage, context)
  }

export const readFile = readBytes(false)
export const readImage = readBytes(true)
