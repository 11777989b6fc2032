import { createHash, randomBytes } from 'node:crypto'
import sharp, { type Color } from 'sharp'
import { measureImage } from '../uploads/measureImage.js'
import { hasManyFrames } from './hasManyFrames.js'
import { openImageScaler, type ScalerLimits } from './openImageScaler.js'

type Format = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif'

const draw = (format: Format, width = 800, height = 400, background: Color = 'teal'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer()

function sourceOf(bytes: Uint8Array, contentType: string, [width, height]: readonly [number, number] = [400, 200]) {
  const digest = createHash('sha256').update(bytes).digest('hex')
  const reads = { count: 0 }
  const read = async () => {
    reads.count++
    return bytes
  }
  return { image: { digest, contentType, width, height, read }, reads }
}

const scale = (bytes: Uint8Array, contentType: string, limits: Partial<ScalerLimits> = {}) =>
  openImageScaler(limits).scale(sourceOf(bytes, contentType).image)

describe('a scaled image', () => {
  it.each<Format>(['jpeg', 'png', 'webp', 'gif', 'avif'])(
    'keeps its format and has the requested size: %s',
    async format => {
      const bytes = await scale(await draw(format), `image/${format}`)
      expect(measureImage(bytes ?? Buffer.alloc(0))).toEqual({
        width: 400,
        height: 200,
        contentType: `image/${format}`,
      })
    },
  )

  it('stays animated', async () => {
    const frames = await Promise.all(
      [0, 1, 2].map(n =>
        sharp({ create: { width: 80, height: 40, channels: 3, background: { r: n * 90, g: 0, b: 0 } } })
          .png()
          .toBuffer(),
      ),
    )
    const moving = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [50, 60, 70] })
      .toBuffer()
    const bytes = await openImageScaler().scale(sourceOf(moving, 'image/gif', [40, 20]).image)
    expect(await sharp(bytes ?? undefined, { animated: true }).metadata()).toMatchObject({
      pages: 3,
      delay: [50, 60, 70],
      pageHeight: 20,
    })
  })

  it('is rotated according to its EXIF data and carries no other metadata', async () => {
    const turned = await sharp(await draw('jpeg'))
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Artist: 'Ada' } })
      .toBuffer()
    const photo = await sharp(turned).keepMetadata().withMetadata({ orientation: 6 }).jpeg().toBuffer()
    expect(measureImage(photo)).toMatchObject({ width: 400, height: 800 })
    const bytes = await openImageScaler().scale(sourceOf(photo, 'image/jpeg', [200, 400]).image)
    const metadata = await sharp(bytes ?? undefined).metadata()
    expect([metadata.width, metadata.height, metadata.exif]).toEqual([200, 400, undefined])
  })

  it('can be cropped to another aspect: at both sides, or at the bottom', async () => {
    const left = await sharp({ create: { width: 160, height: 200, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const wide = await sharp(await draw('png', 400, 200))
      .composite([{ input: left, left: 0, top: 0 }])
      .png()
      .toBuffer()
    const tall = await sharp(wide).rotate(90).png().toBuffer()
    const crop = async (bytes: Buffer) => {
      const cropped = await openImageScaler().scale({
        ...sourceOf(bytes, 'image/png', [75, 100]).image,
        isCropped: true,
      })
      const { dominant } = await sharp(cropped ?? undefined).stats()
      const { width, height } = await sharp(cropped ?? undefined).metadata()
      return [width, height, dominant.r > 200]
    }
    expect(await crop(wide)).toEqual([75, 100, false])
    expect(await crop(tall)).toEqual([75, 100, true])
  })

  it('is computed once for simultaneous requests, then cached', async () => {
    const scaler = openImageScaler()
    const { image, reads } = sourceOf(await draw('png'), 'image/png')
    const all = await Promise.all(Array.from({ length: 20 }, () => scaler.scale(image)))
    all.push(await scaler.scale(image))
    expect([new Set(all).size, reads.count]).toEqual([1, 1])
  })

  it('is computed again if the cache had no space for it', async () => {
    const scaler = openImageScaler({ cacheBytes: 600 })
    const { image, reads } = sourceOf(await draw('png'), 'image/png')
    await scaler.scale(image)
    await scaler.scale(image)
    expect(reads.count).toBe(2)
  })
})

describe('an image stays unscaled', () => {
  const zeros = (count: number) => Buffer.alloc(count)

  it.each<[string, () => Promise<Buffer> | Buffer, string]>([
    [
      'if its format is not scaled',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      'image/svg+xml',
    ],
    [
      'if its format differs from the declared one',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      'image/png',
    ],
    ['if it is damaged', async () => Buffer.concat([(await draw('png')).subarray(0, 60), zeros(500)]), 'image/png'],
    ['if it consists of a header only', async () => (await draw('jpeg')).subarray(0, 200), 'image/jpeg'],
  ])('%s', async (_, bytes, contentType) => {
    expect(await scale(await bytes(), contentType)).toBeNull()
  })

  it('if it has more pixels than the limit', async () => {
    const large = await draw('png', 2000, 1000)
    expect(await scale(large, 'image/png', { maxPixels: 1_999_999 })).toBeNull()
    expect(await scale(large, 'image/png', { maxPixels: 2_000_000 })).not.toBeNull()
  })

  it('if an edge is longer than the limit', async () => {
    expect(await scale(await draw('png', 801, 400), 'image/png', { maxEdge: 800 })).toBeNull()
    expect(await scale(await draw('png', 400, 801), 'image/png', { maxEdge: 800 })).toBeNull()
    expect(await scale(await draw('png', 400, 801), 'image/png')).not.toBeNull()
  })

  it.each(['gif', 'webp'] as const)('if it has more frames than the limit: %s', async format => {
    const frames = await Promise.all([0, 90, 180].map(r => draw('png', 800, 400, { r, g: 0, b: 0 })))
    const moving = await sharp(frames, { join: { animated: true } })
      .toFormat(format)
      .toBuffer()
    expect(await scale(moving, `image/${format}`, { maxFrames: 2 })).toBeNull()
    expect(await scale(moving, `image/${format}`, { maxEdge: 800, maxFrames: 3 })).not.toBeNull()
  })

  it('if it is a WebP with too many frames, without reading them', () => {
    const frame = Buffer.concat([Buffer.from('ANMF'), Buffer.alloc(4)])
    const animation = (count: number) => Buffer.concat([Buffer.alloc(12, 'RIFF'), ...Array<Buffer>(count).fill(frame)])
    expect(hasManyFrames(animation(1000), 1000)).toBe(false)
    expect(hasManyFrames(animation(3_000_000), 1000)).toBe(true)
    expect(hasManyFrames(Buffer.alloc(5000), 10)).toBe(false)
  })

  it('if scaling takes too long', async () => {
    const noise = sharp(randomBytes(4000 * 3000 * 3), { raw: { width: 4000, height: 3000, channels: 3 } })
    const webp = await noise.png({ compressionLevel: 1 }).toBuffer()
    const begin = performance.now()
    const slow = openImageScaler({ maxSeconds: 1 }).scale(sourceOf(webp, 'image/webp', [3900, 2900]).image)
    expect([await slow, performance.now() - begin < 8000]).toEqual([null, true])
  })

  it('if it would become a large AVIF, whose encoder cannot be stopped', async () => {
    const { image } = sourceOf(await draw('avif'), 'image/avif')
    expect(await openImageScaler({ maxAvifPixels: 79_999 }).scale(image)).toBeNull()
    expect(await openImageScaler({ maxAvifPixels: 80_000 }).scale(image)).not.toBeNull()
  })

  it('if sharp cannot be loaded, which is reported with the first image', async () => {
    const scaler = openImageScaler({}, () => import('there-is-no-such-package' as 'sharp'))
    expect(await scaler.scale(sourceOf(await draw('png'), 'image/png').image)).toBeNull()
    expect((await scaler.problem())?.message).toMatch('there-is-no-such-package')
  })
})

it('a full queue of scaling tasks rejects further images as busy', async () => {
  const scaler = openImageScaler({ concurrency: 1, maxWaiting: 1 })
  const bytes = await draw('png')
  const sizes = [100, 110, 120].map(width => sourceOf(bytes, 'image/png', [width, width]).image)
  const outcomes = await Promise.allSettled(sizes.map(scaler.scale))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  expect(outcomes[2]).toMatchObject({ reason: { code: 'busy' } })
})

it('the queue of scaling tasks serves the client addresses in turn', async () => {
  const scaler = openImageScaler({ concurrency: 1, maxWaiting: 3 })
  const bytes = await draw('png')
  const order: string[] = []
  const request = (address: string, width: number) =>
    scaler
      .scale({ ...sourceOf(bytes, 'image/png', [width, width]).image, address })
      .then(() => order.push(`${address} ${width}`))
  const outcomes = await Promise.allSettled([
    ...[100, 101, 102, 103].map(width => request('a', width)),
    request('b', 104),
  ])
  expect(order).toEqual(['a 100', 'a 101', 'b 104', 'a 102'])
  expect(outcomes.map(({ status }) => status).filter(status => status === 'rejected')).toHaveLength(1)
})
