import { createSemaphore, type ImageToScale } from '@plenum/core'
import type sharp from 'sharp'
import type { Metadata, Sharp, SharpOptions } from 'sharp'
import { hasManyFrames } from './hasManyFrames.js'
import { createImageCache } from './imageCache.js'
import { installationProblem } from './installationProblem.js'

export interface ImageScaler {
  /** Scales an image (see `Platform.scaleImage`; docs/content-and-access.md, Files and images, rule 7). */
  scale(image: ImageToScale): Promise<Uint8Array | null>
  /**
   * Resolves to the reason why images cannot be scaled on this machine, or to null if they can. If sharp seems to be
   * installed, the promise resolves after sharp has been loaded for the first image.
   */
  problem(): Promise<Error | null>
}

const usualLimits = {
  /**
   * The maximum number of images that are scaled concurrently. Concurrent requests for the same image share one result.
   */
  concurrency: 2,
  /** The maximum number of queued images. */
  maxWaiting: 200,
  /** The maximum number of pixels in the original image, including all frames. */
  maxPixels: 50_000_000,
  /**
   * The maximum width and height of the original image in pixels. The JPEG format has the same limit. The memory usage
   * increases with the width, and the running time increases with the height.
   */
  maxEdge: 65_535,
  maxFrames: 1000,
  /** The maximum number of pixels in a scaled AVIF image. */
  maxAvifPixels: 2_000_000,
  /** The maximum time for scaling an image, in seconds. */
  maxSeconds: 10,
  /** The maximum total size of cached images in bytes. */
  cacheBytes: 64 * 1024 * 1024,
}

export type ScalerLimits = Readonly<typeof usualLimits>

/**
 * Opens an image scaler that runs sharp in separate threads. Concurrent requests for the same image share one result.
 * Images are not scaled if sharp is not installed or cannot run on this machine. Sharp is loaded for the first image.
 */
export function openImageScaler(
  overrides: Partial<ScalerLimits> = {},
  load: () => Promise<{ readonly default: typeof sharp }> = () => import('sharp'),
): ImageScaler {
  const limits = { ...usualLimits, ...overrides }
  const semaphore = createSemaphore({ count: limits.concurrency, maxWaiting: limits.maxWaiting })
  const images = createImageCache(limits.cacheBytes)
  let loading: Promise<Loaded> | undefined
  let resolveProblem: (problem: Error | null) => void
  const loadProblem = new Promise<Error | null>(resolve => {
    resolveProblem = resolve
  })
  const loaded = async (): Promise<Loaded> => {
    loading ??= load().then(
      ({ default: program }) => ({ program: prepared(program), problem: null }),
      (problem: Error) => ({ program: null, problem }),
    )
    resolveProblem((await loading).problem)
    return loading
  }
  const make = async (image: ImageToScale): Promise<Uint8Array | null> => {
    const { program } = await loaded()
    if (!program || isTooLarge(image, limits)) return null
    const release = await semaphore.wait(image.address).permit
    try {
      const bytes = await image.read()
      if (!bytes || hasManyFrames(bytes, limits.maxFrames)) return null
      const original = program(bytes, optionsFor(image, limits))
      return isBeyond(await original.metadata(), limits) ? null : await scaleImage(original, image, limits)
    } catch {
      // Without a scaled image, the original is served. This is the case for images that are damaged or take too long
      // to scale.
      return null
    } finally {
      release()
    }
  }
  return {
    scale: image => images.get(keyOf(image), () => make(image)),
    problem: async () => installationProblem() ?? loadProblem,
  }
}

const keyOf = ({ digest, width, height, isCropped = false }: ImageToScale): string =>
  `${digest} ${width} ${height} ${isCropped}`

type Loaded =
  | { readonly program: typeof sharp; readonly problem: null }
  | { readonly program: null; readonly problem: Error }

/**
 * Whether a scaled AVIF image would be too large. The size is limited, because the AVIF encoder is slow and cannot be
 * stopped.
 */
const isTooLarge = ({ contentType, width, height }: ImageToScale, { maxAvifPixels }: ScalerLimits): boolean =>
  contentType === 'image/avif' && width * height > maxAvifPixels

const isBeyond = ({ width, height, pages = 1, pageHeight = height }: Metadata, limits: ScalerLimits): boolean =>
  Math.max(width, pageHeight) > limits.maxEdge || pages > limits.maxFrames

/** The only decoders that are allowed. Other decoders are disabled, because decoders process untrusted bytes. */
const readers = ['Jpeg', 'Png', 'Webp', 'Gif', 'Nsgif', 'Heif'].flatMap(kind => `VipsForeignLoad${kind}Buffer`)

function prepared(program: typeof sharp): typeof sharp {
  program.block({ operation: ['VipsForeignLoad'] })
  program.unblock({ operation: readers })
  program.concurrency(1)
  program.cache(false)
  return program
}

const moving = new Set(['image/gif', 'image/webp'])

function optionsFor({ contentType }: ImageToScale, { maxPixels }: ScalerLimits): SharpOptions {
  return { limitInputPixels: maxPixels, sequentialRead: true, animated: moving.has(contentType) }
}

function scaleImage(
  image: Sharp,
  { width, height, isCropped, contentType }: ImageToScale,
  limits: ScalerLimits,
): Promise<Buffer> {
  const upright = moving.has(contentType) ? image : image.autoOrient()
  const scaled = upright
    .resize(width, height, isCropped ? { fit: 'cover', position: 'top' } : { fit: 'fill' })
    .timeout({ seconds: limits.maxSeconds })
  return inKind(scaled, contentType).toBuffer()
}

/** Encodes an image in its original format and colors, but without metadata such as the location of the camera. */
function inKind(image: Sharp, contentType: string): Sharp {
  switch (contentType) {
    case 'image/jpeg':
      return image.jpeg({ quality: 85, progressive: true })
    case 'image/png':
      return image.png()
    case 'image/webp':
      return image.webp({ quality: 85 })
    case 'image/gif':
      return image.gif()
    case 'image/avif':
      return image.avif({ quality: 60, effort: 1 })
    default:
      throw new Error(`Images of the type ${contentType} cannot be scaled.`)
  }
}
