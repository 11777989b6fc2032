import { createRequire } from 'node:module'
import type { ReadUpload } from '@plenum/core'

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

type Library = typeof import('image-size')

const load = createRequire(import.meta.url)
let loaded: Library | undefined

/**
 * Loads the library for the first file. Disables image types that browsers cannot display, so that no time is spent on
 * parsing them.
 */
function library(): Library {
  if (loaded) return loaded
  loaded = load('image-size') as Library
  loaded.disableTypes(['cur', 'dds', 'icns', 'j2c', 'jp2', 'jxl', 'jxl-stream', 'ktx', 'pnm', 'psd', 'tga'])
  return loaded
}

/**
 * The number of bytes at the beginning of a file that are sufficient to measure most images. The library image-size
 * recognizes an SVG only if its first tag ends within these bytes.
 */
const shortHead = 1000
/**
 * The number of bytes that are read from images in formats that store tables before the image size. The number is
 * limited, because parsing the tables takes more than linear time.
 */
const longHead = 65_536

/**
 * Returns the width and the height of an image in pixels and its media type, or null for other files. The running time
 * does not depend on the size of the file, because only the part with the image size is passed to the library.
 */
export function measureImage(bytes: Uint8Array): ReadUpload['image'] {
  const head = headOf(bytes)
  const image = measure(bytes.subarray(0, shortHead)) ?? (head ? measure(head) : null)
  if (image?.contentType !== 'image/jpeg' || !isRotated(bytes)) return image
  return { ...image, width: image.height, height: image.width }
}

function measure(bytes: Uint8Array): ReadUpload['image'] {
  try {
    const { width, height, type = '' } = library().imageSize(bytes)
    const contentType = mediaTypes[type]
    const size = { width: Math.round(width), height: Math.round(height) }
    return contentType && Object.values(size).every(isPossible) ? { ...size, contentType } : null
  } catch {
    return null
  }
}

/**
 * The maximum width or height of an image, in pixels. A file can specify any size (an SVG can even contain numbers of
 * any length), but larger images cannot be displayed.
 */
const maxEdge = 2 ** 31 - 1

const isPossible = (edge: number): boolean => edge > 0 && edge <= maxEdge

/**
 * Returns the part of a JPEG, TIFF, AVIF or icon file that contains the image size, or null for other types. AVIF and
 * icon files are recognized by a zero byte at the beginning.
 */
function headOf(bytes: Uint8Array): Uint8Array | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return headOfJpeg(bytes)
  const isTiff = (bytes[0] === 0x49 && bytes[1] === 0x49) || (bytes[0] === 0x4d && bytes[1] === 0x4d)
  if (!isTiff && bytes[0] !== 0) return null
  return bytes.subarray(0, (isTiff ? directoryOfTiff(bytes) : 0) + longHead)
}

/**
 * The beginning of a JPEG, followed by the marker of an empty segment, because the library image-size skips the first
 * segment.
 */
const beginningOfJpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 2)

/**
 * Returns the JPEG data without the application and comment segments that precede the image, because these segments can
 * be several megabytes long.
 */
function headOfJpeg(bytes: Uint8Array): Uint8Array {
  let start = 2
  while (bytes[start] === 0xff && isSkippable(bytes[start + 1] ?? 0)) {
    const length = ((bytes[start + 2] ?? 0) << 8) | (bytes[start + 3] ?? 0)
    if (length < 2) break
    start += 2 + length
  }
  return Buffer.concat([beginningOfJpeg, bytes.subarray(start, start + longHead)])
}

const isSkippable = (marker: number): boolean => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe

/** Returns the offset of the TIFF directory that contains the image size. The directory can be anywhere in the file. */
function directoryOfTiff(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return bytes.length < 8 ? 0 : view.getUint32(4, bytes[0] === 0x49)
}

/** The maximum number of JPEG segments that are searched for the Exif segment. */
const maxSegments = 20
const exif = 'Exif\0\0'
const orientationTag = 0x0112

function isRotated(bytes: Uint8Array): boolean {
  const notes = notesOf(bytes)
  return notes !== null && (orientationIn(notes) ?? 1) >= 5
}

function notesOf(bytes: Uint8Array): DataView | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let start = 2
  for (let n = 0; n < maxSegments && start + 4 <= bytes.length && bytes[start] === 0xff; n++) {
    const length = view.getUint16(start + 2)
    const content = bytes.subarray(start + 4, start + 2 + length)
    const isNotes = bytes[start + 1] === 0xe1 && String.fromCharCode(...content.subarray(0, exif.length)) === exif
    if (isNotes) return new DataView(content.buffer, content.byteOffset + exif.length, content.length - exif.length)
    start += 2 + length
  }
  return null
}

function orientationIn(notes: DataView): number | null {
  if (notes.byteLength < 8) return null
  const isLittle = notes.getUint16(0) === 0x4949
  const directory = notes.getUint32(4, isLittle)
  if (directory + 2 > notes.byteLength) return null
  const count = notes.getUint16(directory, isLittle)
  for (let n = 0; n < count; n++) {
    const entry = directory + 2 + n * 12
    if (entry + 12 > notes.byteLength) return null
    if (notes.getUint16(entry, isLittle) === orientationTag) return notes.getUint16(entry + 8, isLittle)
  }
  return null
}
