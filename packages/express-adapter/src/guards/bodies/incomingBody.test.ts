import type { Server } from 'node:http'
import { gzipSync } from 'node:zlib'
import {
  addPublished,
  connectRaw,
  createTestSite,
  eventually,
  listenOn,
  password,
  type RawConnection,
  type TestSite,
  type TestUser,
} from '@plenum/testkit'
import { type AppOptions, createApp } from '../../createApp.js'
import { createServer } from '../../createServer.js'
import type { EdgeLimits } from '../limits.js'
import { type BodyBudget, createBodyBudget } from './bodyBudget.js'

const KiB = 1024
const MiB = 1024 * KiB
const pace = { idle: 30_000, window: 30_000, rate: 1024 }

let test: TestSite
let faults: unknown[]
let servers: AsyncDisposable[]

beforeEach(async () => {
  test = await createTestSite()
  faults = []
  servers = []
  await addPublished(test, '/', { '@type': 'Document', id: 'c', title: 'C' })
})

afterEach(async () => {
  for (const server of servers) await server[Symbol.asyncDispose]()
  expect(faults).toEqual([])
})

async function serving(limits: Partial<EdgeLimits> = {}, options: AppOptions = {}): Promise<Server> {
  const app = createApp(test.site, { maxUpload: 3 * MiB, onError: error => faults.push(error), ...options }, limits)
  const server = await listenOn(createServer(app))
  servers.push(server)
  return server
}

interface RequestHead {
  readonly as?: TestUser
  readonly path?: string
  readonly length?: number
  readonly headers?: string
}

const basic = (user: TestUser) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

function head({ as, path = '/c', length, headers = '' }: RequestHead): string {
  const lines = [
    `POST ${path} HTTP/1.1`,
    'Host: site.example',
    'Content-Type: application/json',
    ...(as ? [`Authorization: ${basic(as)}`] : []),
    length === undefined ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`,
  ]
  return `${lines.join('\r\n')}\r\n${headers}\r\n`
}

const get = 'GET /c HTTP/1.1\r\nHost: site.example\r\n\r\n'
const statuses = (connection: RawConnection) => connection.answers().map(({ status }) => status)

describe('the check of permission before the body', () => {
  it.each<[number, RequestHead]>([
    [401, {}],
    [401, { as: 'mia' }],
    [404, { path: '/nope', as: 'max' }],
    [404, { path: '/c/@nope', as: 'max' }],
    [401, { path: '/@users', as: 'mia' }],
    [401, { headers: 'Authorization: Basic eDp5\r\n' }],
  ])(
    'answers %i without reading any of the body, and the connection stays open afterwards',
    async (status, headers) => {
      const connection = await connectRaw(await serving())
      connection.send(head({ ...headers, length: 500 * KiB }))
      expect((await connection.wait(1)).map(answer => answer.status)).toEqual([status])
      connection.send('x'.repeat(500 * KiB))
      connection.send(get)
      expect((await connection.wait(2)).map(answer => answer.status)).toEqual([status, 200])
    },
  )

  it('includes previous addresses, which redirect without reading any of the body', async () => {
    await test.run('editContent', '/c', { as: 'max', input: { body: { id: 'new' }, representation: false } })
    const connection = await connectRaw(await serving())
    connection.send(head({ as: 'max', length: 500 }))
    expect((await connection.wait(1))[0]?.headers.location).toBe('http://site.example/new')
  })

  it('precedes 100-continue', async () => {
    const server = await serving()
    const refused = await connectRaw(server)
    refused.send(head({ length: 100, headers: 'Expect: 100-continue\r\n' }))
    await refused.ended
    expect(statuses(refused)).toEqual([401])
    const taken = await connectRaw(server)
    const body = JSON.stringify({ '@type': 'Document', title: 'x' })
    taken.send(head({ as: 'max', length: body.length, headers: 'Expect: 100-continue\r\n' }))
    await taken.wait(1)
    taken.send(body)
    await taken.wait(2)
    expect(statuses(taken)).toEqual([100, 201])
  })

  it('discards a large refused body up to the limit, then closes the connection', async () => {
    const connection = await connectRaw(await serving())
    connection.send(head({ path: '/c/@nope' }))
    await connection.wait(1)
    const chunk = `${(64 * KiB).toString(16)}\r\n${'x'.repeat(64 * KiB)}\r\n`
    let sent = 0
    while (!connection.hasEnded() && sent < 64 * MiB) {
      connection.send(chunk)
      sent += 64 * KiB
      await new Promise(resolve => setImmediate(resolve))
    }
    expect(connection.hasEnded()).toBe(true)
    expect(statuses(connection)).toEqual([404])
  })
})

describe('the size of a body', () => {
  it('that is declared too large is 413 immediately, and the connection closes', async () => {
    const connection = await connectRaw(await serving({ linger: 50 }))
    connection.send(head({ as: 'max', length: 4 * MiB }))
    const [answer] = await connection.wait(1)
    expect([answer?.status, answer?.body.type, answer?.headers.connection]).toEqual([
      413,
      'RequestEntityTooLarge',
      'close',
    ])
    connection.send('x'.repeat(4 * MiB))
    await connection.ended
  })

  it('may include a file and one more MiB', async () => {
    const server = await serving()
    const post = async (body: object) => {
      const text = JSON.stringify(body)
      const connection = await connectRaw(server)
      connection.send(head({ as: 'max', length: Buffer.byteLength(text) }) + text)
      return (await connection.wait(1))[0]
    }
    const file = { data: 'QUJD'.repeat(300 * KiB), encoding: 'base64', filename: 'a.txt' }
    const blocks = (size: number) => ({ a: { '@type': 'slate', plaintext: 'x '.repeat(size / 2) } })
    const sent = { '@type': 'File', title: 'F', file }
    expect((await post({ ...sent, blocks: blocks(MiB - KiB) }))?.status).toBe(201)
    const refused = await post({ ...sent, blocks: blocks(MiB + KiB) })
    expect([refused?.status, refused?.body.message]).toEqual([413, expect.stringContaining(String(MiB))])
  })

  it('is measured during decompression, which stops at the limit', async () => {
    const connection = await connectRaw(await serving())
    const bomb = gzipSync(Buffer.alloc(200 * MiB, 32))
    const before = process.memoryUsage().rss
    connection.send(head({ as: 'max', length: bomb.length, headers: 'Content-Encoding: gzip\r\n' }))
    connection.send(bomb)
    connection.send(get)
    expect((await connection.wait(2)).map(({ status }) => status)).toEqual([413, 200])
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * MiB)
  })

  it('is limited to 64 levels of JSON', async () => {
    const connection = await connectRaw(await serving())
    const nested = (levels: number) =>
      `{"@type":"Document","title":"x","x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
    for (const text of [nested(64), nested(65), nested(400_000)])
      connection.send(head({ as: 'max', length: text.length }) + text)
    const answers = await connection.wait(3)
    expect(answers.map(({ status }) => status)).toEqual([201, 400, 400])
    expect(answers[2]?.body).toMatchObject({ type: 'BadRequest', message: expect.stringContaining('64') })
  })
})

describe('a slow body', () => {
  const begin = async (limits: Partial<EdgeLimits['pace']>, options: RequestHead) => {
    const connection = await connectRaw(await serving({ pace: { ...pace, ...limits } }))
    connection.send(head(options))
    return connection
  }

  it('without any byte is 408, and the connection closes', async () => {
    const connection = await begin({ idle: 200 }, { as: 'max', length: 100 })
    connection.send('{')
    await connection.ended
    expect(connection.answers().map(({ status, headers, body }) => [status, headers.connection, body.type])).toEqual([
      [408, 'close', 'RequestTimeout'],
    ])
  })

  const trickle = async (connection: RawConnection, every: number) => {
    while (!connection.hasEnded()) {
      connection.send('x')
      await new Promise(resolve => setTimeout(resolve, every))
    }
  }

  it('that arrives byte by byte is 408 too', async () => {
    const connection = await begin({ window: 300 }, { as: 'max', length: 100_000 })
    await trickle(connection, 20)
    expect(statuses(connection)).toEqual([408])
  })

  it('that arrives fast only at first is 408 too', async () => {
    const connection = await begin({ window: 300 }, { as: 'max', length: 100_000 })
    connection.send('x'.repeat(90_000))
    await trickle(connection, 20)
    expect(statuses(connection)).toEqual([408])
  })

  it('that is fast enough is accepted', async () => {
    const text = JSON.stringify({ '@type': 'Document', title: 'x'.repeat(200) })
    const connection = await begin({ idle: 300, window: 200, rate: 200 }, { as: 'max', length: text.length })
    for (let i = 0; i < text.length; i += 25) {
      connection.send(text.slice(i, i + 25))
      await new Promise(resolve => setTimeout(resolve, 50))
    }
    expect((await connection.wait(1))[0]?.status).toBe(201)
  })

  it('that is refused does not occupy its connection either', async () => {
    const connection = await begin({ idle: 200 }, { length: 100 })
    await connection.ended
    expect(statuses(connection)).toEqual([401])
  })

  it('of a client that disconnects is not an error', async () => {
    const connection = await begin({}, { as: 'max', length: 100 })
    await new Promise(resolve => setTimeout(resolve, 50))
    connection.socket.destroy()
    await new Promise(resolve => setTimeout(resolve, 50))
  })
})

describe('many unfinished bodies', () => {
  it('are buffered only within the budget, and all are accepted in the end', async () => {
    let [held, most] = [0, 0]
    const bodyBudget = createBodyBudget(4 * MiB)
    const counting: BodyBudget = {
      enter: sender => {
        const share = bodyBudget.enter(sender)
        let mine = 0
        return {
          ...share,
          hold: bytes => {
            held += bytes - mine
            mine = bytes
            most = Math.max(most, held)
            share.hold(bytes)
          },
          leave: () => {
            held -= mine
            mine = 0
            share.leave()
          },
        }
      },
    }
    const server = await serving({ bodyBudget: counting })
    const file = { data: 'QUJD'.repeat(500 * KiB), encoding: 'base64', filename: 'a.txt' }
    const text = JSON.stringify({ '@type': 'File', title: 'F', file })
    const connections = await Promise.all(Array.from({ length: 8 }, () => connectRaw(server)))
    for (const connection of connections) {
      connection.send(head({ as: 'max', length: text.length }))
      connection.send(text.slice(0, -1))
    }
    await eventually('the room to be full', () => held > 2 * MiB)
    await new Promise(resolve => setTimeout(resolve, 100))
    expect(most).toBeLessThan(2 * MiB + text.length + 8 * 64 * KiB)
    for (const connection of connections) connection.send('}')
    for (const connection of connections) expect((await connection.wait(1))[0]?.status).toBe(201)
    expect(most).toBeLessThan(2 * MiB + text.length + 8 * 64 * KiB)
    await eventually('the room to be empty', () => held === 0)
  })

  const search = '/@querystring-search'

  async function fill(server: Server) {
    const visitors = await Promise.all(Array.from({ length: 3 }, () => connectRaw(server)))
    for (const visitor of visitors) visitor.send(head({ path: search, length: MiB }) + ' '.repeat(700 * KiB))
    return visitors
  }

  it('of visitors do not block those of members', async () => {
    const server = await serving({ bodyBudget: createBodyBudget(2 * MiB) })
    const visitors = await fill(server)
    const text = JSON.stringify({ '@type': 'Document', title: 'x'.repeat(300 * KiB) })
    const connection = await connectRaw(server)
    connection.send(head({ as: 'max', length: text.length }) + text)
    expect((await connection.wait(1))[0]?.status).not.toBe(408)
    expect(visitors.map(statuses)).toEqual([[], [], []])
    for (const visitor of visitors) visitor.socket.destroy()
  })

  it('are 503 if they have waited too long for memory, and the connection stays open', async () => {
    const server = await serving({ bodyBudget: createBodyBudget(2 * MiB, 300) })
    const visitors = await fill(server)
    const [, , last] = visitors
    last?.send(' '.repeat(MiB - 700 * KiB))
    const answer = (await last?.wait(1))?.[0]
    expect([answer?.status, answer?.headers['retry-after'], answer?.body.type]).toEqual([
      503,
      '5',
      'ServiceUnavailable',
    ])
    last?.send(get)
    expect((await last?.wait(2))?.[1]?.status).toBe(200)
    for (const visitor of visitors) visitor.socket.destroy()
  })

  it('must arrive faster when memory is scarce', async () => {
    const slow = { pace: { idle: 5000, window: 400, rate: 1024 }, bodyBudget: createBodyBudget(2 * MiB) }
    const server = await serving(slow)
    const [first] = await fill(server)
    while (first && !first.hasEnded()) {
      first.send('x'.repeat(100))
      await new Promise(resolve => setTimeout(resolve, 20))
    }
    expect(first?.answers().map(({ status, body }) => [status, body.type])).toEqual([[408, 'RequestTimeout']])
  })

  it('may arrive slowly while memory is plentiful', async () => {
    const slow = { pace: { idle: 5000, window: 400, rate: 1024 }, bodyBudget: createBodyBudget(2 * MiB) }
    const connection = await connectRaw(await serving(slow))
    connection.send(head({ path: search, length: MiB }) + ' '.repeat(700 * KiB))
    for (let i = 0; i < 60; i++) {
      connection.send('x'.repeat(100))
      await new Promise(resolve => setTimeout(resolve, 20))
    }
    expect([connection.hasEnded(), statuses(connection)]).toEqual([false, []])
    connection.socket.destroy()
  })
})
