import { formatFileSize, imageScales, presentFile, presentImage } from './images.js'
import type { StoredFile } from './node.js'

const hash = '0123456789abcdef'.repeat(2)

const image = (width: number | null, height: number | null, contentType = 'image/png'): StoredFile => ({
  digest: hash + 'f'.repeat(32),
  filename: 'photo.png',
  'content-type': contentType,
  size: 1234,
  width,
  height,
})

const namesIn = (described: ReturnType<typeof imageScales>): readonly string[] => Object.keys(described.scales ?? {})

describe('an image in the payload of its object', () => {
  it('has its name, kind, size in bytes and pixels, and the address of the original', () => {
    expect(presentImage(image(600, 300), 'http://x/a/@@images/image')).toMatchObject({
      filename: 'photo.png',
      'content-type': 'image/png',
      size: 1234,
      width: 600,
      height: 300,
      download: `http://x/a/@@images/image-600-${hash}.png`,
    })
  })

  it('has twelve scales, each at most as large as the image', () => {
    const size = (name: string, width: number, height: number) => [
      name,
      { download: `http://x/@@images/i-${width}-${hash}.png`, width, height },
    ]
    expect(Object.entries(presentImage(image(2000, 1000), 'http://x/@@images/i').scales ?? {})).toEqual([
      size('icon', 32, 16),
      size('tile', 64, 32),
      size('thumb', 128, 64),
      size('mini', 200, 100),
      size('preview', 400, 200),
      size('teaser', 600, 300),
      size('large', 800, 400),
      size('larger', 1000, 500),
      size('great', 1200, 600),
      size('huge', 1600, 800),
      size('2k', 2000, 1000),
      size('4k', 2000, 1000),
    ])
  })

  it('has scales of at least one pixel', () => {
    expect(presentImage(image(4000, 1), 'x').scales).toMatchObject({ icon: { width: 32, height: 1 } })
  })

  it.each([
    ['image/jpeg', 'jpeg'],
    ['image/svg+xml', 'svg'],
    ['image/gif', 'gif'],
    ['image/x-icon', 'icon'],
  ])('of the kind %s has addresses that end in .%s', (contentType, ending) => {
    expect(presentImage(image(1, 1, contentType), 'x').download).toBe(`x-1-${hash}.${ending}`)
  })

  it('without a known size is presented too', () => {
    expect(presentImage(image(null, null), 'x')).toMatchObject({
      width: null,
      height: null,
      download: `x-0-${hash}.png`,
    })
  })
})

describe('an image in a summary', () => {
  it('has only the scales that are not wider than the image', () => {
    const small = ['icon', 'tile', 'thumb', 'mini', 'preview', 'teaser']
    expect(namesIn(imageScales('image', image(600, 300)))).toEqual(small)
    expect(namesIn(imageScales('image', image(2000, 1000)))).toEqual([
      ...small,
      ...['large', 'larger', 'great', 'huge', '2k'],
    ])
    expect(namesIn(imageScales('image', image(31, 31)))).toEqual([])
  })

  it('has addresses relative to its object', () => {
    expect(imageScales('image', image(40, 20))).toEqual({
      filename: 'photo.png',
      'content-type': 'image/png',
      size: 1234,
      width: 40,
      height: 20,
      download: `@@images/image-40-${hash}.png`,
      scales: { icon: { download: `@@images/image-32-${hash}.png`, width: 32, height: 16 } },
    })
  })

  it('of a related object contains the path of that object', () => {
    expect(imageScales('image', image(40, 20), { base_path: '/photos/a' })).toMatchObject({ base_path: '/photos/a' })
  })
})

describe('a file in the payload of its object', () => {
  it('has its name, kind, size and address', () => {
    expect(presentFile(image(null, null, 'text/plain'), 'http://x/a/@@download/file')).toEqual({
      filename: 'photo.png',
      'content-type': 'text/plain',
      size: 1234,
      download: 'http://x/a/@@download/file',
    })
  })
})

describe('the readable size of a file', () => {
  it.each([
    [0, '0 KB'],
    [1, '1 KB'],
    [1023, '1 KB'],
    [1024, '1.0 KB'],
    [1229, '1.2 KB'],
    [564_224, '551.0 KB'],
    [1024 * 1024, '1.0 MB'],
    [25 * 1024 * 1024, '25.0 MB'],
  ])('of %d bytes is %s', (bytes, text) => {
    expect(formatFileSize(bytes)).toBe(text)
  })
})
