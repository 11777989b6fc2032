import http, { type Server, type ServerResponse } from 'node:http'
import { connectRaw, eventually, listenOn } from '@plenum/testkit'
import { drainConnections, stopListening } from './drainServer.js'
import { trackConnections } from './trackConnections.js'

interface Waiting {
  readonly server: Server & AsyncDisposable
  readonly paths: string[]
  readonly responses: ServerResponse[]
}

let waiting: Waiting
const never = new AbortController().signal

beforeEach(async () => {
  const paths: string[] = []
  const responses: ServerResponse[] = []
  const server = http.createServer((req, res) => {
    if (trackConnections(server).isLost(req, res)) return
    paths.push(req.url ?? '')
    if (req.url === '/now') res.end('now')
    else responses.push(res)
  })
  trackConnections(server)
  waiting = { server: await listenOn(server), paths, responses }
})

afterEach(() => waiting.server.closeAllConnections())

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: site.example\r\n\r\n`

async function drain(graceOver = never): Promise<void> {
  await stopListening(waiting.server)
  await drainConnections(waiting.server, graceOver)
}

const received = (count: number) => eventually('requests', () => waiting.responses.length >= count)

describe('a server that stops (docs/operate.md, Start and stop)', () => {
  it('completes accepted requests with Connection: close, and refuses new connections', async () => {
    const client = await connectRaw(waiting.server)
    client.send(get('/slow'))
    await received(1)
    const ended = drain()
    await eventually('the port is closed', () => !waiting.server.listening)
    await expect(connectRaw(waiting.server)).rejects.toThrow()
    waiting.responses[0]?.end('done')
    const [answer] = await client.wait(1)
    expect(answer).toMatchObject({ status: 200, headers: { connection: 'close' } })
    await Promise.all([ended, client.ended])
  })

  it('answers a request just sent on an idle connection, and closes connections without one', async () => {
    const [busy, idle, silent] = await Promise.all([1, 2, 3].map(() => connectRaw(waiting.server)))
    for (const client of [busy, idle]) {
      client?.send(get('/now'))
      expect((await client?.wait(1))?.[0]?.headers.connection).toBe('keep-alive')
    }
    const ended = drain()
    await eventually('the port is closed', () => !waiting.server.listening)
    busy?.send(get('/now'))
    expect((await busy?.wait(2))?.[1]?.headers.connection).toBe('close')
    await ended
    await Promise.all([busy?.ended, idle?.ended, silent?.ended])
  })

  it('closes a connection after the last of its pipelined requests', async () => {
    const client = await connectRaw(waiting.server)
    client.send(get('/one'))
    await received(1)
    trackConnections(waiting.server).announceClose()
    client.send(get('/two'))
    await received(2)
    for (const res of waiting.responses) res.end('done')
    const answers = await client.wait(2)
    expect(answers.map(({ headers }) => headers.connection)).toEqual(['keep-alive', 'close'])
    await client.ended
  })

  it('does not run a request after the answer that closes the connection', async () => {
    const client = await connectRaw(waiting.server)
    trackConnections(waiting.server).announceClose()
    client.send(get('/one'))
    await received(1)
    waiting.responses[0]?.flushHeaders()
    client.send(get('/two'))
    await new Promise(resolve => setTimeout(resolve, 50))
    waiting.responses[0]?.end()
    await client.ended
    expect(waiting.paths).toEqual(['/one'])
  })

  it('answers connections that the kernel but not yet the server has accepted', async () => {
    const clients = await Promise.all(Array.from({ length: 100 }, () => connectRaw(waiting.server)))
    for (const client of clients) client.send(get('/now'))
    const ended = drain()
    const answers = await Promise.all(clients.map(client => client.wait(1)))
    expect(answers.flat().map(({ status }) => status)).toEqual(clients.map(() => 200))
    await ended
  })

  it('aborts requests that still run after the grace period', async () => {
    const client = await connectRaw(waiting.server)
    client.send(get('/slow'))
    await received(1)
    await drain(AbortSignal.timeout(100))
    await client.ended
    expect(client.answers()).toEqual([])
  })

  it('continues to accept connections while it announces that each connection will close', async () => {
    trackConnections(waiting.server).announceClose()
    for (let i = 0; i < 2; i++) {
      const client = await connectRaw(waiting.server)
      client.send(get('/now'))
      expect((await client.wait(1))[0]?.headers.connection).toBe('close')
      await client.ended
    }
  })
})
