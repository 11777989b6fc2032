import { deflateSync } from 'node:zlib'
import { createSite, type JsonObject, memoryContentStore, memoryUserDirectory } from '@plenum/core'
import { createApp } from '@plenum/express-adapter'
import { createNodePlatform, readUpload } from '@plenum/platform'
import type { Express } from 'express'
import request from 'supertest'

function draw(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2], 8)
  const rows = Buffer.alloc(height * (width * 3 + 1), 0)
  const begin = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([begin, chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))])
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(checksum(named), 4)
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
}

function checksum(bytes: Uint8Array): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return ~sum >>> 0
}

const base = 'http://site.example'
const password = 'Secret-password-1'
const imageOf = (bytes: Buffer) => ({ data: bytes.toString('base64'), encoding: 'base64', filename: 'a.png' })

let app: Express

const post = (path: string, body: JsonObject) => request(app).post(path).auth('ada', password).send(body)

beforeAll(async () => {
  const stores = { content: memoryContentStore(), users: memoryUserDirectory() }
  const site = createSite(createNodePlatform(stores, { passwordCost: 4 }))
  await site.initialize({ title: 'Site', creator: 'ada' })
  await site.createUser({ username: 'ada', email: 'ada@example.org', password, roles: ['Manager'] })
  app = createApp(site, { publicUrl: base })
  const add = (path: string, type: string, fields: JsonObject) => post(path, { '@type': type, ...fields }).expect(201)
  await add('/', 'Image', { id: 'wide', image: imageOf(draw(1000, 500)) })
  await add('/', 'Document', { id: 'page', title: 'Page', preview_image_link: '/wide' })
  await add('/', 'SponsorsDB', { id: 'sponsors', title: 'Sponsors' })
  await add('/sponsors', 'SponsorLevel', { id: 'gold', title: 'Gold' })
  await add('/sponsors/gold', 'Sponsor', { id: 'acme', title: 'Acme', image: imageOf(draw(300, 900)) })
  for (const path of ['/page', '/sponsors', '/sponsors/gold', '/sponsors/gold/acme'])
    await post(`${path}/@workflow/publish`, {}).expect(200)
})

interface Listed {
  readonly download: string
  readonly width: number
  readonly height: number
}

async function measured(download: string) {
  const { body, headers } = await request(app).get(download.replace(base, '')).responseType('blob').expect(200)
  const { width, height } = readUpload(body.toString('base64'))?.image ?? {}
  return { width, height, type: headers['content-type'], cache: headers['cache-control'] }
}

const lasting = { type: 'image/png', cache: 'public, max-age=31536000, immutable' }

async function expectReal(
  image: Listed & { readonly scales: Readonly<Record<string, Listed>> },
  from = '',
): Promise<void> {
  for (const { download, width, height } of [image, ...Object.values(image.scales)])
    expect({ download, ...(await measured(from + download)) }).toEqual({ download, width, height, ...lasting })
}

describe('the scales of an image', () => {
  it('have the size that its object states', async () => {
    const { body } = await request(app).get('/wide').expect(200)
    expect(Object.keys(body.image.scales)).toHaveLength(12)
    await expectReal(body.image)
  })

  it('have the size that a summary states, even for a linked image', async () => {
    const { body } = await request(app).get('/').expect(200)
    const [wide, page] = body.items
    await expectReal(wide.image_scales.image[0], '/wide/')
    const linked = page.image_scales.preview_image_link[0]
    expect(linked.base_path).toBe('/wide')
    await expectReal(linked, `${linked.base_path}/`)
  })

  it('have the size that @sponsors states', async () => {
    const { body } = await request(app).get('/@sponsors').expect(200)
    await expectReal(body.items[0].items[0].image_scales.image[0], '/sponsors/gold/acme/')
  })

  it('have addresses by name too; other names are not found', async () => {
    expect(await measured('/wide/@@images/image/mini')).toMatchObject({ width: 200, height: 100 })
    expect(await measured('/wide/@@images/image/4k')).toMatchObject({ width: 1000, height: 500 })
    for (const name of ['other', 'constructor', 'Mini', '200'])
      await request(app).get(`/wide/@@images/image/${name}`).expect(404)
  })

  it('have separate ETags, are revalidated with 304, and support ranges', async () => {
    const path = '/wide/@@images/image/mini'
    const { headers } = await request(app).get(path).expect(200)
    expect(headers.etag).not.toBe((await request(app).get('/wide/@@images/image')).headers.etag)
    await request(app).get(path).set('If-None-Match', String(headers.etag)).expect(304)
    const part = await request(app).get(path).set('Range', 'bytes=1-3').responseType('blob').expect(206)
    expect(part.body.toString()).toBe('PNG')
    const head = await request(app).head(path).expect(200)
    expect(head.headers['content-length']).toBe(headers['content-length'])
  })

  it('of an unscalable image are the original, which caches store for a limited time', async () => {
    const broken = draw(900, 300).subarray(0, 60)
    await post('/', { '@type': 'Image', id: 'broken', image: imageOf(broken) }).expect(201)
    const { body } = await request(app).get('/broken').expect(200)
    const path = body.image.scales.mini.download.replace(base, '')
    const sent = await request(app).get(path).responseType('blob').expect(200)
    expect(Buffer.compare(sent.body, broken)).toBe(0)
    expect(sent.headers['cache-control']).toBe('public, max-age=0, s-maxage=30, must-revalidate')
  })
})

describe('a portrait (docs/content-and-access.md, Users, rule 7)', () => {
  const store = async (bytes: Buffer, more: JsonObject) => {
    const portrait = { ...imageOf(bytes), ...more }
    await request(app).patch('/@users/ada').auth('ada', password).send({ portrait }).expect(204)
    const { width, height } = await measured('/@portrait/ada')
    return [width, height]
  }

  it.each([
    ['a wide image', [1000, 500], [75, 100]],
    ['a tall image', [300, 900], [75, 100]],
    ['a small image, which is only cropped', [60, 40], [30, 40]],
    ['a narrow image, which is only cropped', [30, 400], [30, 40]],
    ['an image of one pixel', [1, 1], [1, 1]],
  ])('is cropped to 75 x 100 pixels on request: %s', async (_, [width = 0, height = 0], expected) => {
    expect(await store(draw(width, height), { scale: true })).toEqual(expected)
    expect(await store(draw(width, height), {})).toEqual([width, height])
  })

  it('that cannot be scaled is stored as it is', async () => {
    const broken = draw(900, 300).subarray(0, 60)
    expect(await store(broken, { scale: true })).toEqual([900, 300])
  })
})
