import http, { type Server } from 'node:http'
import { connectRaw, createTestSite, listenOn, type TestSite } from '@plenum/testkit'
import { createApp } from '../../createApp.js'
import { createServer } from '../../createServer.js'
import { bodyBytes } from './bodyBytes.js'
import { watchChunks } from './bodyChunks.js'

let test: TestSite
let server: Server & AsyncDisposable
const faults: unknown[] = []

beforeAll(async () => {
  test = await createTestSite()
  const app = createApp(test.site, { onError: error => faults.push(error) })
  server = await listenOn(createServer(app))
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
  expect(faults).toEqual([])
})

const head =
  'POST /@querystring-search HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n'
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
const crumbs = (count: number) => chunk(' ').repeat(count)
const rows = '[{"i":"portal_type","o":"plone.app.querystring.operation.selection.any","v":["Document"]}]'
const query = `${chunk(`{"query":${rows}}`)}0\r\n\r\n`

describe('a body in tiny chunks', () => {
  it('is 400 before it is complete, and the connection closes', async () => {
    const connection = await connectRaw(server)
    connection.send(head + crumbs(1100))
    await connection.ended
    expect(connection.answers().map(({ status, headers, body }) => [status, headers.connection, body])).toEqual([
      [400, 'close', expect.objectContaining({ type: 'BadRequest', message: expect.stringContaining('64') })],
    ])
  })

  it('uses little time and memory, regardless of the number of chunks', async () => {
    const connections = await Promise.all(Array.from({ length: 5 }, () => connectRaw(server)))
    const text = head + crumbs(1_000_000)
    const [memory, cpu] = [process.memoryUsage.rss(), process.cpuUsage()]
    for (const connection of connections) connection.send(text)
    for (const connection of connections) expect((await connection.wait(1))[0]?.status).toBe(400)
    const { user, system } = process.cpuUsage(cpu)
    expect((user + system) / 1e6).toBeLessThan(3)
    expect(process.memoryUsage.rss() - memory).toBeLessThan(200 * 1024 * 1024)
  })

  it('is not buffered while it waits behind another request of its connection', async () => {
    const connection = await connectRaw(server)
    connection.send(`GET / HTTP/1.1\r\nHost: a\r\n\r\n${head}${crumbs(5000)}`)
    await connection.ended
    expect(connection.answers().map(({ status }) => status)).toEqual([200, 400])
  })

  it('is 400 if it arrives complete', async () => {
    const connection = await connectRaw(server)
    connection.send(head + crumbs(1100) + query)
    expect((await connection.wait(1))[0]?.status).toBe(400)
  })

  it.each([
    ['few', crumbs(900)],
    ['many large chunks', chunk(' '.repeat(70)).repeat(3000)],
    ['many chunks of sufficient average size', chunk(' '.repeat(70_000)).repeat(3) + crumbs(2000)],
  ])('is accepted with %s', async (_, chunks) => {
    const connection = await connectRaw(server)
    connection.send(head + chunks + query)
    expect((await connection.wait(1))[0]?.status).toBe(200)
  })
})

describe('chunks beyond the limit', () => {
  it('are skipped by the parser, which reads later bodies again', async () => {
    const counts: number[] = []
    const plain = http.createServer((req, res) => {
      const chunks = watchChunks(req)
      const index = counts.push(0) - 1
      const { push } = req
      req.push = (...pushed) => {
        counts[index] = (counts[index] ?? 0) + 1
        return push(...pushed)
      }
      const end = (status: number) => res.writeHead(status, { connection: 'close', 'content-length': 0 }).end()
      chunks.onTooSmall(() => end(400))
      req.on('end', () => end(200)).resume()
    })
    await using local = await listenOn(plain)
    const refused = await connectRaw(local)
    refused.send(head + crumbs(10_000))
    await refused.ended
    const taken = await connectRaw(local)
    taken.send(`${head}${crumbs(10)}0\r\n\r\n`)
    await taken.ended
    expect([refused, taken].flatMap(each => each.answers().map(({ status }) => status))).toEqual([400, 200])
    expect(counts).toEqual([1001, 11])
  })
})

describe('the bytes of a body', () => {
  const whole = Buffer.from(Array.from({ length: 300_000 }, (_, i) => i % 251))

  it.each([1, 7, 4096, 65_536, 200_000, 300_000])('are the same in chunks of %i', size => {
    for (const expected of [null, whole.length]) {
      const bytes = bodyBytes(expected)
      for (let at = 0; at < whole.length; at += size) bytes.add(whole.subarray(at, at + size))
      expect(bytes.toBuffer().equals(whole)).toBe(true)
      expect(bytes.size()).toBe(whole.length)
      expect(bytes.memory()).toBeGreaterThanOrEqual(whole.length)
      expect(bytes.memory()).toBeLessThan(whole.length + 80 * 1024)
    }
  })

  it('may be none', () => expect(bodyBytes(null).toBuffer()).toHaveLength(0))
})
