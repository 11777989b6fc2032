import { createSemaphore, type ImageToScale } from '@plenum/core'
import type sharp from 'sharp'
import type { Sharp, SharpOptions } from 'sharp'
import { installationProblem } from './installationProblem.js'
import { createScaledImages } from './scaledImages.js'

type LoadSharp = () => Promise<{ readonly default: typeof sharp }>

export interface ImageScaler {
  /** As `Platform.scaleImage` (docs/content-and-access.md, Files and images, rule 7). */
  scale(image: ImageToScale): Promise<Uint8Array | null>
  /**
   * Why no image can be scaled here; null when they can. Where sharp seems to be installed, that is known when the first
   * image has loaded it, and not before.
   */
  problem(): Promise<Error | null>
}

export interface ScalerLimits {
  /** Images that are made at the same time; of each, others are made from the same bytes meanwhile. */
  readonly atOnce: number
  /** How many may wait. */
  readonly maxWaiting: number
  /** Of the original, all frames together. */
  readonly maxPixels: number
  /** Of an AVIF that is made. */
  readonly maxAvifPixels: number
  /** For one image. */
  readonly maxSeconds: number
  /** Bytes of scaled images that are kept in memory. */
  readonly keptBytes: number
}

const usualLimits: ScalerLimits = {
  atOnce: 2,
  maxWaiting: 200,
  maxPixels: 50_000_000,
  maxAvifPixels: 2_000_000,
  maxSeconds: 10,
  keptBytes: 64 * 1024 * 1024,
}

/**
 * Scales images by sharp, in threads of its own, each once for all who ask at the same time. Where sharp is not
 * installed, or does not run on this machine, none is scaled. It is loaded with the first image.
 */
export function openImageScaler(
  changed: Partial<ScalerLimits> = {},
  load: LoadSharp = () => import('sharp'),
): ImageScaler {
  const limits = { ...usualLimits, ...changed }
  const places = createSemaphore({ count: limits.atOnce, maxWaiting: limits.maxWaiting })
  const images = createScaledImages(limits.keptBytes)
  let loading: Promise<Loaded> | undefined
  let tell: (problem: Error | null) => void
  const told = new Promise<Error | null>(resolve => {
    tell = resolve
  })
  const loaded = async (): Promise<Loaded> => {
    loading ??= load().then(
      ({ default: program }) => ({ program: prepared(program), problem: null }),
      (problem: Error) => ({ program: null, problem }),
    )
    tell((await loading).problem)
    return loading
  }
  const make = async (image: ImageToScale): Promise<Uint8Array | null> => {
    const { program } = await loaded()
    if (!program || isTooLarge(image, limits)) return null
    const leave = await places.wait().permit
    try {
      const bytes = await image.read()
      return bytes && (await scaleImage(program(bytes, optionsFor(image, limits)), image, limits))
    } catch {
      // What only claims to be an image, is broken, too large or too slow is given as it is.
      return null
    } finally {
      leave()
    }
  }
  return {
    scale: image => images.get(`${image.digest} ${image.width} ${image.height}`, () => make(image)),
    problem: async () => installationProblem() ?? told,
  }
}

type Loaded =
  | { readonly program: typeof sharp; readonly problem: null }
  | { readonly program: null; readonly problem: Error }

/** The encoder of AVIF is slow, and cannot be stopped once it has begun. */
function isTooLarge({ contentType, width, height }: ImageToScale, { maxAvifPixels }: ScalerLimits): boolean {
  return contentType === 'image/avif' && width * height > maxAvifPixels
}

/** What decodes an image sees bytes of strangers: only what reads these kinds may do so. */
const readers = ['Jpeg', 'Png', 'Webp', 'Gif', 'Nsgif', 'Heif'].flatMap(kind => `VipsForeignLoad${kind}Buffer`)

function prepared(program: typeof sharp): typeof sharp {
  program.block({ operation: ['VipsForeignLoad'] })
  program.unblock({ operation: readers })
  program.concurrency(1)
  program.cache(false)
  return program
}

/** Kinds of images that may move. */
const moving = new Set(['image/gif', 'image/webp'])

function optionsFor({ contentType }: ImageToScale, { maxPixels }: ScalerLimits): SharpOptions {
  return { limitInputPixels: maxPixels, sequentialRead: true, animated: moving.has(contentType) }
}

function scaleImage(image: Sharp, { width, height, contentType }: ImageToScale, limits: ScalerLimits): Promise<Buffer> {
  const upright = moving.has(contentType) ? image : image.autoOrient()
  const scaled = upright.resize(width, height, { fit: 'fill' }).timeout({ seconds: limits.maxSeconds })
  return inKind(scaled, contentType).toBuffer()
}

/** In the format of the original. Without what cameras tell of the place, but in the colours that were meant. */
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
