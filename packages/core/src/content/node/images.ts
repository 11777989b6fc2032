import type { FileValue, ImageScale, ImageValue, SummaryImage } from '../../answers/images.js'
import type { StoredFile } from './node.js'

/** The length of the longer edge in pixels, by scale name (docs/content-and-access.md, Files and images, rule 3). */
export const scaleWidths = {
  icon: 32,
  tile: 64,
  thumb: 128,
  mini: 200,
  preview: 400,
  teaser: 600,
  large: 800,
  larger: 1000,
  great: 1200,
  huge: 1600,
  '2k': 2000,
  '4k': 4000,
} as const

const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpeg',
  'image/svg+xml': 'svg',
}

export interface ImageSize {
  readonly width: number
  readonly height: number
}

function fitInto(image: StoredFile, edge: number): ImageSize {
  const [width, height] = [image.width ?? 0, image.height ?? 0]
  const factor = Math.min(1, edge / Math.max(width, height, 1))
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) }
}

function downloadName(image: StoredFile, width: number): string {
  const type = image['content-type']
  return `${width}-${image.digest.slice(0, 32)}.${extensions[type] ?? type.replace(/^image\/(x-)?/, '')}`
}

/**
 * Returns the description of an image. The scale URLs contain the width and the digest of the image, so clients can
 * cache the responses indefinitely.
 */
function describeImage(image: StoredFile, download: string, isListed: (edge: number) => boolean): ImageValue {
  const scales = Object.entries(scaleWidths)
    .filter(([, edge]) => isListed(edge))
    .map(([name, edge]): [string, ImageScale] => {
      const size = fitInto(image, edge)
      return [name, { download: `${download}-${downloadName(image, size.width)}`, ...size }]
    })
  return {
    filename: image.filename,
    'content-type': image['content-type'],
    size: image.size,
    width: image.width,
    height: image.height,
    download: `${download}-${downloadName(image, image.width ?? 0)}`,
    scales: Object.fromEntries(scales),
  }
}

/**
 * The media types of images that can be scaled. Images of other types are usually small or vector graphics, so scales
 * are not needed.
 */
const scalable = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'])

/**
 * Returns the size of a scale. Returns null if the original image is used, because it is not larger than the scale or
 * its format cannot be scaled. Returns undefined for unknown scale names.
 */
export function sizeOfScale(image: StoredFile, name: string): ImageSize | null | undefined {
  if (!isScale(name)) return undefined
  const size = fitInto(image, scaleWidths[name])
  const isSmaller = size.width < (image.width ?? 0) || size.height < (image.height ?? 0)
  return isSmaller && scalable.has(image['content-type']) ? size : null
}

const isScale = (name: string): name is keyof typeof scaleWidths => Object.hasOwn(scaleWidths, name)

/**
 * Returns the size of a scale, identified by the last part of its URL, such as `400-<digest>.png`. If several scales
 * have this width, returns the size of the largest one. Returns null and undefined in the same cases as `sizeOfScale`.
 */
export function sizeInAddress(image: StoredFile, address: string): ImageSize | null | undefined {
  if (address === downloadName(image, image.width ?? 0)) return null
  const scale = Object.entries(scaleWidths).findLast(
    ([, edge]) => address === downloadName(image, fitInto(image, edge).width),
  )
  return scale && sizeOfScale(image, scale[0])
}

/** Returns the value of an image field in payloads. All URLs are absolute. */
export const presentImage = (image: StoredFile, download: string): ImageValue =>
  describeImage(image, download, () => true)

/** Returns the image in a summary. Scales wider than the image are omitted, and URLs are relative to the object. */
export function imageScales(
  field: string,
  image: StoredFile,
  base: Pick<SummaryImage, 'base_path'> = {},
): SummaryImage {
  const narrower = (edge: number): boolean => edge <= (image.width ?? 0)
  return { ...describeImage(image, `@@images/${field}`, narrower), ...base }
}

export function presentFile(file: StoredFile, download: string): FileValue {
  return { filename: file.filename, 'content-type': file['content-type'], size: file.size, download }
}

export function formatFileSize(bytes: number): string {
  if (bytes === 0) return '0 KB'
  if (bytes < 1024) return '1 KB'
  const [size, unit] = bytes < 1024 * 1024 ? [bytes / 1024, 'KB'] : [bytes / (1024 * 1024), 'MB']
  return `${size.toFixed(1)} ${unit}`
}
