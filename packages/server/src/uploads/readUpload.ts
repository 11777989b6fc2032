import { createHash } from 'node:crypto'
import type { ReadUpload } from '@plenum/core'
import { imageSize } from 'image-size'

const mediaTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  heif: 'image/heif',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
  svg: 'image/svg+xml',
  tiff: 'image/tiff',
}

/** Bytes that were sent in base64, with what can be told of them; undefined when they are no base64. */
export function readUpload(data: string): ReadUpload | undefined {
  const text = data.replace(/\s/g, '')
  if (!/^[\w+/-]*={0,2}$/.test(text)) return undefined
  const bytes = Buffer.from(text, 'base64')
  const digest = createHash('sha256').update(bytes).digest('hex')
  return { bytes, digest, size: bytes.length, image: measureImage(bytes) }
}

function measureImage(bytes: Uint8Array): ReadUpload['image'] {
  try {
    const { width, height, type = '' } = imageSize(bytes)
    const contentType = mediaTypes[type]
    return contentType ? { width: Math.round(width), height: Math.round(height), contentType } : null
  } catch {
    return null
  }
}
