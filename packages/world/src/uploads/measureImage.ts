import type { ReadUpload } from '@plenum/core'
import { disableTypes, imageSize } from 'image-size'
import { isTurned } from './isTurned.js'

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

// No browser shows these; that they are looked into would only cost time.
disableTypes(['cur', 'dds', 'icns', 'j2c', 'jp2', 'jxl', 'jxl-stream', 'ktx', 'pnm', 'psd', 'tga'])

/** Most images tell their size here; image-size takes an SVG for one only if its first tag ends here. */
const shortHead = 1000
/** For what has tables before its size. Reading takes longer than in proportion to them. */
const longHead = 65_536

/**
 * Width and height of an image in pixels as it is shown, and what it is; null for anything else. Takes no more time for
 * large files: of all that image-size reads it gets the part that tells the size.
 */
export function measureImage(bytes: Uint8Array): ReadUpload['image'] {
  const head = headOf(bytes)
  const image = measure(bytes.subarray(0, shortHead)) ?? (head ? measure(head) : null)
  if (image?.contentType !== 'image/jpeg' || !isTurned(bytes)) return image
  return { ...image, width: image.height, height: image.width }
}

function measure(bytes: Uint8Array): ReadUpload['image'] {
  try {
    const { width, height, type = '' } = imageSize(bytes)
    const contentType = mediaTypes[type]
    return contentType ? { width: Math.round(width), height: Math.round(height), contentType } : null
  } catch {
    return null
  }
}

/** Of JPEG and TIFF, and of AVIF and icons, which begin with a zero; of others the short head is enough. */
function headOf(bytes: Uint8Array): Uint8Array | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return headOfJpeg(bytes)
  const isTiff = (bytes[0] === 0x49 && bytes[1] === 0x49) || (bytes[0] === 0x4d && bytes[1] === 0x4d)
  if (!isTiff && bytes[0] !== 0) return null
  return bytes.subarray(0, (isTiff ? directoryOfTiff(bytes) : 0) + longHead)
}

/** With an empty segment, since image-size passes over the first one. */
const beginningOfJpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 2)

/** Without what programs and cameras add before the picture, which may be megabytes. */
function headOfJpeg(bytes: Uint8Array): Uint8Array {
  let start = 2
  while (bytes[start] === 0xff && isApart(bytes[start + 1] ?? 0)) {
    const length = ((bytes[start + 2] ?? 0) << 8) | (bytes[start + 3] ?? 0)
    if (length < 2) break
    start += 2 + length
  }
  return Buffer.concat([beginningOfJpeg, bytes.subarray(start, start + longHead)])
}

/** A segment of an application, or a comment. */
const isApart = (marker: number): boolean => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe

/** Where the directory stands that tells the size: anywhere in the file. */
function directoryOfTiff(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return bytes.length < 8 ? 0 : view.getUint32(4, bytes[0] === 0x49)
}
