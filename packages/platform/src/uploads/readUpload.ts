import { createHash } from 'node:crypto'
import type { ReadUpload } from '@plenum/core'
import { measureImage } from './measureImage.js'

/** Decodes base64 and determines the properties of the file. Returns undefined if the string is not base64. */
export function readUpload(data: string): ReadUpload | undefined {
  const text = data.replace(/\s/g, '')
  if (!/^[\w+/-]*={0,2}$/.test(text)) return undefined
  return describeUpload(Buffer.from(text, 'base64'))
}

/** Returns the digest, the size and the image properties of a file. */
export function describeUpload(bytes: Uint8Array): ReadUpload {
  const digest = createHash('sha256').update(bytes).digest('hex')
  return { bytes, digest, size: bytes.length, image: measureImage(bytes) }
}
