import { createServer as createHttpServer, type Server } from 'node:http'
import type { Site } from '@plenum/core'
import { addPublished, connectRaw, createTestSite, eventually, listenOn, type TestSite } from '@plenum/testkit'
import express from 'express'
import { createApp } from '../../createApp.js'
import { createRouter } from '../../createRouter.js'
import { createServer } from '../../createServer.js'
import { serveInOrder } from './connectionQueue.js'

let test: TestSite
let server: Server & AsyncDisposable
let reads: { now: number; most: number; all: number }
let gate: Promise<void>
let open: () => void

beforeEach(async () => {
  test = await createTestSite()
  for (const id of ['a', 'b', 'c']) await addPublished(test, '/', { '@type': 'Document', id, title: id })
  reads = { now: 0, most: 0, all: 0 }
  open = () => {}
  gate = Promise.resolve()
  const read = test.platform.store.read.bind(test.platform.store)
  const counted: typeof read = async visiting => {
    reads.now += 1
    reads.all += 1
    reads.most = Math.max(reads.most, reads.now)
    await gate
    return read(visiting).finally(() => {
      reads.now -= 1
    })
  }
  Object.assign(test.platform.store, { read: counted })
  server = await listenOn(createServer(createApp(test.site, {}, { waiting: 10 })))
})

afterEach(() => server[Symbol.asyncDispose]())

const shut = (): void => {
  gate = new Promise(resolve => {
    open = resolve
  })
}

const get = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\nHost: site.example\r\n${more}\r\n`

describe('requests of one connection', () => {
  it('are served one at a time and answered in order', async () => {
    const connection = await connectRaw(server)
    const paths = ['/a', '/nope', '/b', '/c', '/a']
    connection.send(paths.map(path => get(path)).join(''))
    const answers = await connection.wait(5)
    expect(answers.map(({ status, body }) => [status, body.id])).toEqual([
      [200, 'a'],
      [404, undefined],
      [200, 'b'],
      [200, 'c'],
      [200, 'a'],
    ])
    expect(reads.most).toBe(1)
    connection.socket.destroy()
  })

  it('take turns with other connections, regardless of their speed', async () => {
    const scheduler: number[] = []
    let slice = 0
    let isOver = false
    const count = (): void => {
      slice += 1
      if (!isOver) setImmediate(count)
    }
    const site = { ...test.site, run: async () => scheduler.push(slice) } as unknown as Site
    await using fast = await listenOn(createServer(createApp(site)))
    const connection = await connectRaw(fast)
    count()
    connection.send(get('/@roles').repeat(20))
    await connection.wait(20)
    isOver = true
    expect(new Set(scheduler).size).toBe(20)
    connection.send(get('/@roles').repeat(500))
    await connection.ended
    expect(scheduler.length).toBeLessThan(20 + 102)
  })

  it('do not wait for those of another connection', async () => {
    shut()
    const connections = [await connectRaw(server), await connectRaw(server)]
    for (const connection of connections) connection.send(get('/a') + get('/b'))
    await eventually('one of each', () => reads.now === 2)
    open()
    for (const connection of connections)
      expect((await connection.wait(2)).map(({ status }) => status)).toEqual([200, 200])
    expect(reads.most).toBe(2)
    for (const connection of connections) connection.socket.destroy()
  })

  it('are limited in number; beyond the limit the connection closes after the accepted ones', async () => {
    shut()
    const connection = await connectRaw(server)
    connection.send(get('/a').repeat(500))
    await eventually('the first', () => reads.now === 1)
    connection.send(get('/b').repeat(500))
    open()
    await connection.ended
    const answers = connection.answers()
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 11 }, () => 200))
    expect(answers.map(({ headers }) => headers.connection === 'close')).toEqual([...Array(10).fill(false), true])
    expect(reads.all).toBe(11)
  })

  it('that wait are dropped when the connection closes', async () => {
    shut()
    const connection = await connectRaw(server)
    connection.send(get('/a').repeat(8))
    await eventually('the first', () => reads.now === 1)
    const gone = new Promise(resolve => server.getConnections((_, count) => resolve(count)))
    expect(await gone).toBe(1)
    connection.socket.destroy()
    await eventually('the end', () => new Promise(resolve => server.getConnections((_, count) => resolve(count === 0))))
    open()
    await eventually('the first to end', () => reads.now === 0)
    const other = await connectRaw(server)
    other.send(get('/b'))
    await other.wait(1)
    expect(reads.all).toBe(2)
    other.socket.destroy()
  })

  it('with bodies are each read with the correct body', async () => {
    const connection = await connectRaw(server)
    const vote = (text: string) =>
      `POST /a/@workflow/x HTTP/1.1\r\nHost: site.example\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`
    connection.send(`${vote('{}')}${get('/b')}${vote('{')}${get('/c')}`)
    const answers = await connection.wait(4)
    expect(answers.map(({ status, body }) => [status, body.id])).toEqual([
      [400, undefined],
      [200, 'b'],
      [400, undefined],
      [200, 'c'],
    ])
    connection.socket.destroy()
  })

  it('close with the connection, even if earlier answers have not been sent', async () => {
    const closed: (string | undefined)[] = []
    let started = 0
    await using slow = await listenOn(
      createHttpServer((req, res) => {
        if (req.url === '/large') res.end(Buffer.alloc(20_000_000))
        else
          serveInOrder(req, 10, {
            res,
            serve: leave => {
              started += 1
              res.once('close', () => closed.push(req.url))
              leave()
            },
          })
      }),
    )
    const { socket, send } = await connectRaw(slow)
    socket.pause()
    send(['/large', '/a', '/b', '/c'].map(path => get(path)).join(''))
    await eventually('all requests have started', () => started === 3)
    socket.resetAndDestroy()
    await eventually('all responses have closed', () => closed.length === 3)
    expect(closed.toSorted()).toEqual(['/a', '/b', '/c'])
  })
})

describe('a router that another application mounts', () => {
  it('applies the same rule', async () => {
    await using mounted = await listenOn(express().use('/site', createRouter(test.site)))
    const connection = await connectRaw(mounted)
    connection.send(get('/site/a').repeat(20))
    expect((await connection.wait(20)).map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(reads.most).toBe(1)
    connection.socket.destroy()
  })

  it('does not wait for a request that the application lets overtake', async () => {
    const delayed = express()
    delayed.use((req, _res, next) => void setTimeout(next, req.url === '/a' ? 50 : 0))
    delayed.use(createRouter(test.site))
    await using mounted = await listenOn(delayed)
    const connection = await connectRaw(mounted)
    connection.send(get('/a') + get('/b'))
    expect((await connection.wait(2)).map(({ body }) => body.id)).toEqual(['a', 'b'])
    connection.socket.destroy()
  })

  it('ignores requests that the application answers itself', async () => {
    const own = express()
    own.get('/own', (_req, res) => void setTimeout(() => res.json({ id: 'own' }), 20))
    own.use(createRouter(test.site))
    await using mounted = await listenOn(own)
    const connection = await connectRaw(mounted)
    connection.send(get('/own') + get('/a') + get('/own') + get('/b'))
    expect((await connection.wait(4)).map(({ text }) => JSON.parse(text).id)).toEqual(['own', 'a', 'own', 'b'])
    connection.socket.destroy()
  })
})
