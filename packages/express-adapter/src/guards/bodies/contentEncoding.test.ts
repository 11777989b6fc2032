import type { Server } from 'node:http'
import zlib from 'node:zlib'
import { connectRaw, createTestSite, listenOn, type TestSite } from '@plenum/testkit'
import { createApp } from '../../createApp.js'
import { createServer } from '../../createServer.js'
import { decode } from './contentEncoding.js'

let test: TestSite
let server: Server & AsyncDisposable

beforeAll(async () => {
  test = await createTestSite()
  server = await listenOn(createServer(createApp(test.site)))
})

afterAll(() => server[Symbol.asyncDispose]())

const rows = '[{"i":"portal_type","o":"plone.app.querystring.operation.selection.any","v":["Document"]}]'
const query = Buffer.from(`{"query":${rows}}`)

async function post(encoding: string, body: Buffer, headers = '') {
  const connection = await connectRaw(server)
  connection.send(
    `POST /@querystring-search HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Encoding: ${encoding}\r\n${headers}Content-Length: ${body.length}\r\n\r\n`,
  )
  connection.send(body)
  return (await connection.wait(1))[0]
}

describe('the content encoding of a request', () => {
  it.each([
    ['gzip', zlib.gzipSync(query)],
    ['GZIP', Buffer.concat([zlib.gzipSync('{"query":'), zlib.gzipSync(`${rows}}`)])],
    ['deflate', zlib.deflateSync(query)],
    ['identity', query],
  ])('may be %s', async (encoding, body) => expect((await post(encoding, body))?.status).toBe(200))

  it.each(['br', 'zstd', 'compress', 'gzip, gzip', '__proto__'])('may not be %s: 415', async encoding => {
    const answer = await post(encoding, zlib.brotliCompressSync(query))
    expect([answer?.status, answer?.body.type]).toEqual([415, 'UnsupportedMediaType'])
    expect(answer?.body.message).toContain('gzip or deflate')
  })

  it('is refused before the client sends the body', async () => {
    const connection = await connectRaw(server)
    connection.send(
      'POST /@querystring-search HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Encoding: br\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n',
    )
    await connection.ended
    expect(connection.answers().map(({ status }) => status)).toEqual([415])
  })

  it.each([
    ['is truncated', zlib.gzipSync(Buffer.alloc(1000, 'x')).subarray(0, 15)],
    ['has another encoding', query],
  ])('is 400 if the body %s', async (_, body) => expect((await post('gzip', body))?.status).toBe(400))
})

describe('decoders', () => {
  const limits = { hold: () => {}, waitForMemory: () => undefined, check: () => {}, network: '', maxBytes: 1000 }

  it('run four at a time, and further decoders wait', async () => {
    let [running, maxBytes] = [0, 0]
    const make = () => {
      running += 1
      maxBytes = Math.max(maxBytes, running)
      return zlib.createGunzip().once('close', () => {
        running -= 1
      })
    }
    const encoded = zlib.gzipSync(Buffer.alloc(100_000, 'x'))
    const all = await Promise.all(Array.from({ length: 40 }, () => decode(encoded, { ...limits, make })))
    expect(all.every(bytes => bytes.length === 100_000)).toBe(true)
    expect(maxBytes).toBeLessThanOrEqual(5)
  })

  it('refuse bodies beyond the queue', async () => {
    const encoded = zlib.gzipSync(Buffer.alloc(100_000, 'x'))
    const all = await Promise.allSettled(
      Array.from({ length: 120 }, () => decode(encoded, { ...limits, make: () => zlib.createGunzip() })),
    )
    const refused = all.flatMap(each => (each.status === 'rejected' ? [each.reason] : []))
    expect(refused).toHaveLength(16)
    expect(refused[0]).toMatchObject({ code: 'busy' })
  })

  it('are counted with their windows, and stop when the body exceeds the limit', async () => {
    const held: number[] = []
    let largest = 0
    const task = decode(zlib.gzipSync(Buffer.alloc(50_000_000)), {
      ...limits,
      make: () => zlib.createGunzip(),
      hold: bytes => held.push(bytes),
      check: size => {
        largest = Math.max(largest, size)
        if (size > 1_000_000) throw new RangeError('too large')
      },
    })
    await expect(task).rejects.toMatchObject({ code: 'bad-request' })
    expect(largest).toBeLessThan(1_100_000)
    expect(held[0]).toBeGreaterThan(64 * 1024)
  })

  it('reserve memory for the largest possible body before they begin', async () => {
    const encoded = zlib.gzipSync(Buffer.alloc(1000, 'x'))
    const events: (string | number)[] = []
    const waitForMemory = (bytes: number) => void events.push(`room for ${bytes}`)
    const make = () => {
      events.push('decoder')
      return zlib.createGunzip()
    }
    const hold = (bytes: number) => events.push(bytes - encoded.length - 64 * 1024)
    await decode(encoded, { ...limits, make, waitForMemory, hold, maxBytes: 500_000 })
    expect(events.slice(0, 4)).toEqual([0, 'room for 500000', 500_000, 'decoder'])
  })

  it('wait for memory without occupying a slot', async () => {
    let makeRoom = (): void => {}
    let room: Promise<void> | undefined = new Promise(resolve => {
      makeRoom = resolve
    })
    const encoded = zlib.gzipSync(Buffer.alloc(1000, 'x'))
    const make = () => zlib.createGunzip()
    let isDecoded = false
    const waiting = Array.from({ length: 8 }, () =>
      decode(encoded, { ...limits, make, waitForMemory: () => room }).then(() => {
        isDecoded = true
      }),
    )
    await decode(encoded, { ...limits, make })
    expect(isDecoded).toBe(false)
    room = undefined
    makeRoom()
    await Promise.all(waiting)
  })
})
