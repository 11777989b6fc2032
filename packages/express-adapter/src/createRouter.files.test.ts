import { randomBytes } from 'node:crypto'
import { createTestSite, password, type TestSite, type TestUser } from '@plenum/testkit'
import type { Express } from 'express'
import request from 'supertest'
import { createApp } from './createApp.js'

const base = 'http://site.example'
const png = Buffer.from('89504e470d0a1a0a0000000d49484452000003e8000001f408020000', 'hex')
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')

let test: TestSite
let app: Express

beforeEach(async () => {
  test = await createTestSite()
  app = createApp(test.site)
})

/** Sends a GET request. The body of the response is read as bytes, regardless of its media type. */
function get(path: string, as?: TestUser) {
  const sent = request(app).get(path).set('Host', 'site.example').responseType('blob')
  return as ? sent.auth(as, password) : sent
}

const upload = (bytes: Buffer, filename: string, contentType: string) => ({
  data: bytes.toString('base64'),
  encoding: 'base64',
  filename,
  'content-type': contentType,
})

function send(method: 'post' | 'patch', path: string, body: object) {
  return request(app)[method](path).set('Host', 'site.example').auth('max', password).send(body)
}

const postFile = (bytes: Buffer, filename: string, contentType: string) =>
  send('post', '/', { '@type': 'File', id: 'f', file: upload(bytes, filename, contentType) }).expect(201)

const postImage = () =>
  send('post', '/', { '@type': 'Image', id: 'i', image: upload(png, 'Sea.png', 'image/png') }).expect(201)

describe('a file', () => {
  it('is presented with its name, type, size and download address', async () => {
    const { body } = await postFile(Buffer.from('abc'), 'a.txt', 'text/plain')
    expect(body.file).toEqual({
      filename: 'a.txt',
      'content-type': 'text/plain',
      size: 3,
      download: `${base}/f/@@download/file`,
    })
  })

  it('is streamed by @@download in chunks that equal the uploaded bytes', async () => {
    const bytes = randomBytes(5 * 1024 * 1024 + 3)
    await postFile(bytes, 'large.bin', 'application/x-large')
    const { body, headers } = await get('/f/@@download/file').expect(200)
    expect(Buffer.compare(body, bytes)).toBe(0)
    expect(headers['content-length']).toBe(String(bytes.length))
    const head = await request(app).head('/f/@@download/file').auth('max', password).expect(200)
    expect(head.headers['content-length']).toBe(String(bytes.length))
  })

  it('is returned by @@download with the uploaded bytes', async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, i) => i))
    await postFile(bytes, 'all.bin', 'application/x-all')
    const { body, headers } = await get('/f/@@download/file').expect(200)
    expect(Buffer.compare(body, bytes)).toBe(0)
    expect(headers).toMatchObject({
      'content-type': 'application/x-all',
      'content-length': '256',
      'content-disposition': "attachment; filename*=UTF-8''all.bin",
      'x-content-type-options': 'nosniff',
    })
  })

  it('is answered to HEAD with the same headers and no bytes', async () => {
    await postFile(Buffer.from('abc'), 'a.txt', 'text/plain')
    const { headers, text } = await request(app).head('/f/@@download/file').expect(200)
    expect([headers['content-length'], headers['content-type'], text]).toEqual(['3', 'text/plain', undefined])
  })

  it('that is sent back as in the response is unchanged, and null clears the field if allowed', async () => {
    const { body } = await postFile(Buffer.from('abc'), 'a.txt', 'text/plain')
    await send('patch', '/f', { file: body.file }).expect(204)
    expect((await get('/f/@@download/file')).body.toString()).toBe('abc')
    await send('patch', '/f', { file: null }).expect(400)
    const news = { '@type': 'News Item', id: 'n', title: 'N', image: upload(png, 'a.png', 'image/png') }
    await send('post', '/', news).expect(201)
    await send('patch', '/n', { image: null }).expect(204)
    await get('/n/@@images/image', 'max').expect(404)
  })

  it('may be replaced', async () => {
    await postFile(Buffer.from('abc'), 'a.txt', 'text/plain')
    await send('patch', '/f', { file: upload(Buffer.from('new'), 'b.txt', 'text/plain') }).expect(204)
    const { body, headers } = await get('/f/@@download/file')
    expect([body.toString(), headers['content-disposition']]).toEqual(['new', "attachment; filename*=UTF-8''b.txt"])
  })

  it('requires View of its object', async () => {
    const news = { '@type': 'News Item', id: 'n', title: 'N', image: upload(png, 'a.png', 'image/png') }
    await send('post', '/', news).expect(201)
    await get('/n/@@images/image').expect(401)
    await get('/n/@@download/image', 'mia').expect(401)
    await get('/n/@@images/image', 'rea').expect(200)
  })

  it.each([
    '@@download',
    '@@download/nope',
    '@@download/title',
    '@@download/constructor',
    '@@download/file/more',
    '@@images',
  ])('at %s is not found', async path => {
    await postFile(Buffer.from('abc'), 'a.txt', 'text/plain')
    const { headers, body } = await get(`/f/${path}`).expect(404)
    expect(headers['content-type']).toBe('application/json')
    expect(JSON.parse(body.toString()).type).toBe('NotFound')
  })

  it.each([undefined, 'nonsense', 'text/html; charset=utf-8', 'a/b\r\nX-Evil: 1', 5])(
    'with the invalid type %j becomes a generic byte stream',
    async kind => {
      const file = { ...upload(Buffer.from('abc'), 'a', 'x/y'), 'content-type': kind }
      await send('post', '/', { '@type': 'File', id: 'f', file }).expect(201)
      const { headers } = await get('/f/@@download/file')
      expect([headers['content-type'], headers['x-evil']]).toEqual(['application/octet-stream', undefined])
    },
  )
})

describe('names of files', () => {
  const disposition = async (filename: string): Promise<string> => {
    await postFile(Buffer.from('abc'), filename, 'text/plain')
    return String((await get('/f/@@download/file').expect(200)).headers['content-disposition'])
  }

  it.each([
    ['Übersicht 日本.txt', '%C3%9Cbersicht%20%E6%97%A5%E6%9C%AC.txt'],
    ['C:\\Users\\me\\a.txt', 'a.txt'],
    ['../../etc/passwd', 'passwd'],
    ['a;b="c".txt', 'a%3Bb%3Dc.txt'],
    ['\ud800half.txt', 'half.txt'],
    ["it's (1)*.txt", 'it%27s%20%281%29%2A.txt'],
  ])('such as %j are sent as %s (RFC 8187)', async (filename, encoded) => {
    expect(await disposition(filename)).toBe(`attachment; filename*=UTF-8''${encoded}`)
  })

  it.each(['a\r\nSet-Cookie: x=1.txt', 'a\nX-Evil: 1', 'a\u0000b', 'a"; filename="b.exe'])(
    'such as %j inject no header',
    async filename => {
      await postFile(Buffer.from('abc'), filename, 'text/plain')
      const { headers } = await get('/f/@@download/file').expect(200)
      expect([headers['set-cookie'], headers['x-evil']]).toEqual([undefined, undefined])
      expect(headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''[\w.%!#$&+^`|~-]*$/)
    },
  )

  it('are truncated if too long, but never within a character', async () => {
    expect(await disposition(`${'a'.repeat(254)}\u{1f600}.txt`)).toMatch(/^attachment; filename\*=UTF-8''a{254}/)
  })
})

describe('images', () => {
  it('have twelve scales, none larger than the original', async () => {
    const { image } = (await postImage()).body
    const widths = Object.entries(image.scales).map(([name, scale]) => [name, (scale as { width: number }).width])
    expect(Object.fromEntries(widths)).toEqual({
      ...{ icon: 32, tile: 64, thumb: 128, mini: 200, preview: 400, teaser: 600, large: 800, larger: 1000 },
      ...{ great: 1000, huge: 1000, '2k': 1000, '4k': 1000 },
    })
    expect(image).toMatchObject({ filename: 'Sea.png', 'content-type': 'image/png', width: 1000, height: 500 })
    expect(image.scales.preview.height).toBe(200)
    expect(image.download).toMatch(new RegExp(`^${base}/i/@@images/image-1000-[0-9a-f]{32}\\.png$`))
  })

  it('have the original at every address if nothing scales images', async () => {
    const { image } = (await postImage()).body
    const scales: { download: string }[] = Object.values(image.scales)
    const downloads = [image, ...scales].map(({ download }) => download.slice(base.length))
    for (const path of [...downloads, '/i/@@images/image', '/i/@@images/image/preview', '/i/@@download/image']) {
      const { body } = await get(path).expect(200)
      expect([path, Buffer.compare(body, png)]).toEqual([path, 0])
    }
  })

  it('are shown inline by @@images, and are attachments of @@download', async () => {
    await postImage()
    expect((await get('/i/@@images/image')).headers['content-disposition']).toMatch(/^inline; /)
    expect((await get('/i/@@download/image')).headers['content-disposition']).toMatch(/^attachment; /)
  })

  it('in summaries have addresses relative to the @id', async () => {
    await postImage()
    const [item] = JSON.parse((await get('/')).body.toString()).items
    expect(item).toMatchObject({ image_field: 'image', mime_type: 'image/png', getObjSize: '1 KB' })
    expect(item.image_scales.image[0].download).toMatch(/^@@images\/image-1000-[0-9a-f]{32}\.png$/)
    expect(item.image_scales.image[0]).not.toHaveProperty('base_path')
  })

  it('have the type that their bytes indicate, regardless of the declared type', async () => {
    const image = upload(png, 'a.html', 'text/html')
    const { body } = await send('post', '/', { '@type': 'Image', id: 'i', image }).expect(201)
    expect(body.image['content-type']).toBe('image/png')
    await send('post', '/', { '@type': 'Image', image: upload(svg, 'a.png', 'image/png') }).expect(400)
  })
})

describe('active content from users', () => {
  it.each([
    ['an SVG', svg, 'image/svg+xml'],
    ['HTML', Buffer.from('<script>alert(1)</script>'), 'text/html'],
    ['XHTML', Buffer.from('<html/>'), 'application/xhtml+xml'],
    ['a script', Buffer.from('alert(1)'), 'text/javascript'],
    ['a PDF', Buffer.from('%PDF'), 'application/pdf'],
  ])('in %s is an attachment, even of @@images, with a restrictive policy', async (_, bytes, kind) => {
    await postFile(bytes, 'a', kind)
    for (const path of ['/f/@@download/file', '/f/@@images/file', '/f/@@images/file/preview']) {
      const { headers } = await get(path).expect(200)
      expect(headers['content-disposition']).toMatch(/^attachment; /)
      expect(headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/)
      expect(headers['x-content-type-options']).toBe('nosniff')
    }
  })

  it('in images cannot run either', async () => {
    await postImage()
    const { headers } = await get('/i/@@images/image')
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/)
  })

  it('in HTML of blocks and rich text is removed before storage', async () => {
    const html = '<p>a</p><script>alert(1)</script>'
    const blocks = { x: { '@type': 'html', html } }
    const { body } = await send('post', '/', { '@type': 'Document', title: 'x', blocks }).expect(201)
    expect(body.blocks.x.html).toBe('<p>a</p>')
    await send('post', '/', { '@type': 'Presenter', id: 'ada', title: 'Ada', text: html }).expect(201)
    expect(JSON.parse((await get('/ada', 'max')).body.toString()).text.data).toBe('<p>a</p>')
  })
})

describe('the revalidation of a file', () => {
  const etag = async (path: string) => String((await get(path, 'max').expect(200)).headers.etag)

  it.each(['/i/@@images/image', '/i/@@images/image/preview', '/i/@@download/image'])(
    'by %s returns 304 with its ETag and security headers',
    async path => {
      await postImage()
      const tag = await etag(path)
      for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
        const { headers, body } = await get(path).set('If-None-Match', known).expect(304)
        expect(body.toString()).toBe('')
        expect(headers).toMatchObject({
          etag: tag,
          'content-security-policy': "default-src 'none'; sandbox",
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'SAMEORIGIN',
        })
        expect(headers).not.toHaveProperty('content-type')
      }
      await request(app).head(path).set('If-None-Match', tag).expect(304)
      expect((await get(path).set('If-None-Match', '"other"').expect(200)).body).toHaveLength(png.length)
    },
  )

  it('returns the new file after a replacement', async () => {
    await postFile(Buffer.from('abc'), 'a.txt', 'text/plain')
    const tag = await etag('/f/@@download/file')
    await send('patch', '/f', { file: upload(Buffer.from('new'), 'b.txt', 'text/plain') }).expect(204)
    const { body } = await get('/f/@@download/file').set('If-None-Match', tag).expect(200)
    expect(body.toString()).toBe('new')
  })

  it('requires permission to view the file', async () => {
    const news = { '@type': 'News Item', id: 'n', title: 'N', image: upload(png, 'a.png', 'image/png') }
    await send('post', '/', news).expect(201)
    const tag = await etag('/n/@@images/image')
    for (const known of [tag, '*']) await get('/n/@@images/image').set('If-None-Match', known).expect(401)
    await get('/n/@@images/nope', 'max').set('If-None-Match', '*').expect(404)
  })
})

describe('a range of a file', () => {
  const bytes = Buffer.from('0123456789')

  beforeEach(() => postFile(bytes, 'a.txt', 'text/plain'))

  it.each([
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
  ])('is returned on request: %s', async (range, part, description) => {
    const { body, headers } = await get('/f/@@download/file').set('Range', range).expect(206)
    expect([body.toString(), headers['content-range'], headers['content-length']]).toEqual([
      part,
      description,
      String(part.length),
    ])
  })

  it.each(['bytes=0-1,4-5', 'lines=1-2', 'lines=99-', 'nonsense'])(
    'that is invalid or multiple returns the whole file: %s',
    async range => {
      const { body, headers } = await get('/f/@@download/file').set('Range', range).expect(200)
      expect([body.toString(), headers['accept-ranges']]).toEqual([bytes.toString(), 'bytes'])
    },
  )

  it.each(['bytes=10-', 'bytes=4-2', 'bytes=10-11,12-13', 'bytes=-0', 'BYTES=10-'])(
    'outside the file is refused with the file size: %s',
    async range => {
      const { body, headers } = await get('/f/@@download/file').set('Range', range).expect(416)
      expect(JSON.parse(body.toString())).toMatchObject({ type: 'RangeNotSatisfiable' })
      expect(headers['content-range']).toBe('bytes */10')
      expect(headers['cache-control']).toBe('private, no-cache')
    },
  )

  it('of an empty file returns the whole file', async () => {
    await send('patch', '/f', { file: upload(Buffer.alloc(0), 'e.txt', 'text/plain') }).expect(204)
    const { headers } = await get('/f/@@download/file').set('Range', 'bytes=0-').expect(200)
    expect(headers['content-length']).toBe('0')
  })

  it('works for images and their scales too, and HEAD describes the whole file (RFC 9110, 14.2)', async () => {
    await postImage()
    for (const path of ['/i/@@images/image', '/i/@@images/image/preview']) {
      const { body } = await get(path).set('Range', 'bytes=1-3').expect(206)
      expect(body.toString()).toBe('PNG')
      await get(path).set('Range', 'bytes=999-').expect(416)
      const { headers } = await request(app).head(path).set('Range', 'bytes=1-3').expect(200)
      expect([headers['accept-ranges'], headers['content-length']]).toEqual(['bytes', String(png.length)])
    }
  })

  it('is returned only if the file still has the ETag that the client names', async () => {
    const { headers } = await get('/f/@@download/file')
    const ask = (tag: string) => get('/f/@@download/file').set({ Range: 'bytes=0-0', 'If-Range': tag })
    await ask(String(headers.etag)).expect(206)
    await ask('"other"').expect(200)
    await get('/f/@@download/file').set({ Range: 'bytes=99-', 'If-Range': '"other"' }).expect(200)
    await ask('Sun, 22 Nov 2026 00:00:00 GMT').expect(200)
  })

  it('is read from within a large file', async () => {
    const large = randomBytes(3 * 1024 * 1024)
    await send('patch', '/f', { file: upload(large, 'l.bin', 'a/b') }).expect(204)
    const { body } = await get('/f/@@download/file').set('Range', 'bytes=1000000-2200000').expect(206)
    expect(Buffer.compare(body, large.subarray(1_000_000, 2_200_001))).toBe(0)
  })
})

describe('the cache lifetime of a file', () => {
  const keeping = async (path: string, as?: TestUser) => (await get(path, as).expect(200)).headers['cache-control']

  it('is unlimited if the address contains its digest', async () => {
    const { image } = (await postImage()).body
    const path = image.download.slice(base.length)
    expect(await keeping(path)).toBe('public, max-age=31536000, immutable')
    expect(await keeping(path, 'max')).toBe('private, max-age=31536000, immutable')
  })

  it('is half a minute for shared caches otherwise', async () => {
    await postImage()
    for (const path of ['/i/@@images/image', '/i/@@images/image/preview', '/i/@@download/image']) {
      expect(await keeping(path)).toBe('public, max-age=0, s-maxage=30, must-revalidate')
      expect(await keeping(path, 'max')).toBe('private, no-cache')
    }
  })
})

describe('the image address with a digest', () => {
  it('returns 404 once another image has replaced it', async () => {
    const { image } = (await postImage()).body
    const old: string = image.scales.preview.download.slice(base.length)
    const bytes = Buffer.concat([png, Buffer.from('more')])
    await send('patch', '/i', { image: upload(bytes, 'New.png', 'image/png') }).expect(204)
    const { body } = await get(old).expect(404)
    expect(JSON.parse(body.toString())).toMatchObject({ type: 'NotFound' })
    await get(old).set('If-None-Match', '*').expect(404)
    const now = JSON.parse((await get('/i')).body.toString()).image.scales.preview.download.slice(base.length)
    expect((await get(now).expect(200)).body).toHaveLength(bytes.length)
    await request(app).head(now).expect(200)
  })

  it('may contain the width of a scale; any other width, extension or digest is not found', async () => {
    const { image } = (await postImage()).body
    const [, digest] = /-([0-9a-f]{32})\.png$/.exec(image.download) ?? []
    for (const other of ['7', '0', '0400', '4000', ''])
      await get(`/i/@@images/image-${other}-${digest}.png`).expect(404)
    await get(`/i/@@images/image-400-${digest}.jpeg`).expect(404)
    await get(`/i/@@images/image-400-${digest}.png/preview`).expect(404)
    for (const other of ['0'.repeat(32), digest?.toUpperCase(), `${digest}0`, digest?.slice(1)])
      await get(`/i/@@images/image-400-${other}.png`).expect(404)
  })
})
