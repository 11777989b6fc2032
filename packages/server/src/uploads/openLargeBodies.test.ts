import { createApp } from '@plenum/express-adapter'
import { readUpload } from '@plenum/platform'
import { addPublished, createTestSite, httpClient, iterationsUntil } from '@plenum/testkit'
import { openLargeBodies } from './openLargeBodies.js'

const limits = { levels: 64, others: 1_000_000 }
const MiB = 1024 * 1024

const bodies = openLargeBodies()
afterAll(() => bodies.close())

const fileOf = (bytes: Buffer) => ({ data: bytes.toString('base64'), encoding: 'base64', filename: 'a.bin' })

describe('the worker thread for large bodies', () => {
  it('reads a body as the main thread would', async () => {
    const bytes = Buffer.alloc(2 * MiB, 'abc')
    const read = await bodies.parse(Buffer.from(JSON.stringify({ title: 'T', file: fileOf(bytes) })), limits)
    if ('refused' in read) throw new Error(read.refused)
    const [upload] = [...read.uploads.values()]
    expect({ ...upload, bytes: null }).toEqual({ ...readUpload(bytes.toString('base64')), bytes: null })
    expect(Buffer.from(upload?.bytes ?? []).equals(bytes)).toBe(true)
  })

  it('gives each of many callers its own answer, in any order', async () => {
    const texts = ['{"a":1}', '[', '{"b":2}', `{"c":${'['.repeat(70)}`, '{"d":4}']
    const read = await Promise.all(texts.map(text => bodies.parse(Buffer.from(text), limits)))
    expect(read.map(one => ('refused' in one ? one.refused : one.body))).toEqual([
      { a: 1 },
      'malformed',
      { b: 2 },
      'too-deep',
      { d: 4 },
    ])
  })

  it('does not block the event loop', async () => {
    const bytes = Buffer.from(JSON.stringify({ file: fileOf(Buffer.alloc(15 * MiB, 'abc')) }))
    expect(await iterationsUntil(bodies.parse(bytes, limits))).toBeGreaterThan(20)
  })

  it('reports its end to waiting callers', async () => {
    const own = openLargeBodies()
    const waiting = own.parse(Buffer.from(JSON.stringify({ file: fileOf(Buffer.alloc(5 * MiB)) })), limits)
    const rejected = expect(waiting).rejects.toThrow('thread')
    await own.close()
    await rejected
  })
})

describe('a large upload over HTTP', () => {
  const png = Buffer.concat([
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    ),
    Buffer.alloc(2 * MiB, 7),
  ])

  it('is stored like a small one, and returned byte for byte', async () => {
    const test = await createTestSite()
    const parse = jest.fn(bodies.parse)
    const http = httpClient(createApp(test.site, { parseLargeBody: parse }))
    const created = await http.post('/', { '@type': 'Image', id: 'i', title: 'I', image: fileOf(png) }).expect(201)
    expect(created.body.image).toMatchObject({ width: 1, height: 1, size: png.length, 'content-type': 'image/png' })
    const got = await http.get('/i/@@download/image').buffer(true).expect(200)
    expect(Buffer.compare(got.body, png)).toBe(0)
    await http
      .send('patch', '/i', 'max')
      .send({ image: { ...fileOf(png), data: '*'.repeat(2 * MiB) } })
      .expect(400)
    expect(parse).toHaveBeenCalledTimes(2)
  })

  it('in a field that accepts no file is refused, and no placeholder is stored', async () => {
    const test = await createTestSite()
    await addPublished(test, '/', { '@type': 'Document', id: 'c', title: 'C' })
    const http = httpClient(createApp(test.site, { parseLargeBody: bodies.parse }))
    const { body } = await http
      .send('patch', '/c', 'max')
      .send({ blocks: fileOf(png) })
      .expect(400)
    expect(body.errors).toEqual([{ field: 'blocks', message: 'This field does not contain a file.' }])
    expect((await http.get('/c')).body.blocks).toEqual({})
  })
})
