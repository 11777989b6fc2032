import { randomUUID } from 'node:crypto'
import { isJsonObject, type JsonObject, type ReadUpload, uploadedFiles } from '@plenum/core'
import type { LargeBody, LargeBodyLimits } from '@plenum/express-adapter'
import { readUpload } from '@plenum/platform'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Parses a body. Call this function in a worker thread, because parsing can take a long time. */
export function parseLargeBody(bytes: Uint8Array, limits: LargeBodyLimits): LargeBody {
  const refused = refusalOf(bytes, limits)
  if (refused) return { refused }
  const body = parse(bytes)
  if (!isJsonObject(body)) return { refused: 'malformed' }
  const uploads = takeFiles(body)
  return Buffer.byteLength(JSON.stringify(body)) > limits.others ? { refused: 'too-large' } : { body, uploads }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    return undefined
  }
}

/**
 * Replaces the data of each file in the body with a random placeholder, and returns a map from placeholders to files.
 */
function takeFiles(body: JsonObject): ReadonlyMap<string, ReadUpload> {
  const uploads = new Map<string, ReadUpload>()
  for (const name of uploadedFiles(body)) {
    const file = body[name] as { data: string }
    const upload = readUpload(file.data)
    // Invalid base64 is replaced with other invalid base64, so that it is refused in the same way as in a small body.
    file.data = upload ? randomUUID() : notBase64
    if (upload) uploads.set(file.data, upload)
  }
  return uploads
}

const notBase64 = '*'

const [quote, backslash] = [0x22, 0x5c]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Returns the reason why a body must be refused, or null if the body is acceptable. Only the bytes are checked, so
 * that a body that is too large or nested too deeply is never parsed.
 */
function refusalOf(bytes: Uint8Array, { levels, others }: LargeBodyLimits): 'too-deep' | 'too-large' | null {
  let level = 0
  let outside = 0
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]
    outside += 1
    if (byte === quote) i = endOfText(bytes, i)
    else if (byte === openList || byte === openObject) level += 1
    else if (byte === closeList || byte === closeObject) level -= 1
    if (level > levels) return 'too-deep'
    if (outside > others) return 'too-large'
  }
  return null
}

function endOfText(bytes: Uint8Array, start: number): number {
  for (let i = start + 1; i < bytes.length; i++) {
    if (bytes[i] === backslash) i += 1
    else if (bytes[i] === quote) return i
  }
  return bytes.length
}
