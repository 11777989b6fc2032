import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { type OutboundOptions, type OutboundRequest, openOutbound } from './openOutbound.js'
import { OutboundError } from './outboundError.js'

const loopback = { address: '127.0.0.1', family: 4 }
const servers: Server[] = []
const sockets = new Set<Socket>()

afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await Promise.all(servers.splice(0).map(server => once(server.close(), 'close')))
})

async function listening(server: Server): Promise<number> {
  server.on('connection', socket => sockets.add(socket))
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

const receiver = (listener: RequestListener) => listening(createServer(listener))

async function codeOf(options: OutboundOptions, request: OutboundRequest | string): Promise<string> {
  const sent = openOutbound(options)(typeof request === 'string' ? { url: request } : request)
  const error = await sent.then(
    () => 'an answer',
    (reason: unknown) => reason,
  )
  return error instanceof OutboundError ? error.code : String(error)
}

describe('an outbound request', () => {
  const allowed = ['127.0.0.1']

  it('sends method, headers and body, and returns status, headers and body', async () => {
    const port = await receiver(async (req, res) => {
      const chunks = await req.toArray()
      res.writeHead(202, { 'X-Test': String(req.headers['x-test']) }).end(`${req.method} ${Buffer.concat(chunks)}`)
    })
    const url = `http://127.0.0.1:${port}/hook?a=1`
    const answer = await openOutbound({ allowed })({ url, method: 'POST', headers: { 'x-test': 'yes' }, body: '{}' })
    expect({ ...answer, body: String(answer.body) }).toMatchObject({ url, status: 202, body: 'POST {}', isCut: false })
    expect(answer.headers['x-test']).toBe('yes')
  })

  it.each([
    'ftp://example.org/',
    'file:///etc/passwd',
    '/hook',
    'javascript:alert(1)',
    'https://user:secret@example.org/',
  ])('refuses the URL %s', async url => expect(await codeOf({}, url)).toBe('url'))

  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.0.0.1/',
    'http://0/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://localhost/',
    'http://localhost./',
  ])('refuses the private address %s', async url => expect(await codeOf({}, url)).toBe('private'))

  it('connects only to the addresses from the first DNS lookup, so that a changed record has no effect', async () => {
    const port = await receiver((_req, res) => res.end('reached'))
    const other = { address: '127.0.0.2', family: 4 }
    let looks = 0
    const resolve = async () => (looks++ === 0 ? [other] : [loopback])
    // The first address is allowed but refuses the connection. The second address would accept it.
    expect(await codeOf({ allowed: ['127.0.0.2'], resolve }, `http://rebound.example:${port}/`)).toBe('connection')
    expect(looks).toBe(1)
  })

  it('drops the private addresses of a host that also has public ones', async () => {
    const port = await receiver((_req, res) => res.end('reached'))
    const resolve = async () => [{ address: '10.0.0.1', family: 4 }, loopback]
    const answer = await openOutbound({ allowed, resolve })({ url: `http://both.example:${port}/` })
    expect(String(answer.body)).toBe('reached')
  })

  it('sends the hostname, also when the host is allowed by name', async () => {
    const port = await receiver((req, res) => res.end(req.headers.host))
    const options = { allowed: ['hooks.example'], resolve: async () => [loopback] }
    const answer = await openOutbound(options)({ url: `http://Hooks.example:${port}/` })
    expect(String(answer.body)).toBe(`hooks.example:${port}`)
  })

  it('reports that a host has no address', async () => {
    expect(await codeOf({ resolve: async () => [] }, 'http://none.example/')).toBe('host')
    expect(await codeOf({}, 'http://none.invalid/')).toBe('host')
  })

  it('follows no redirect by default', async () => {
    const port = await receiver((_req, res) => res.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end())
    const answer = await openOutbound({ allowed })({ url: `http://127.0.0.1:${port}/` })
    expect(answer.status).toBe(302)
  })

  it('checks the address of each redirect', async () => {
    const resolve = async () => [loopback]
    const port = await receiver((req, res) =>
      req.url === '/end' ? res.end('end') : res.writeHead(307, { Location: String(req.headers['x-to']) }).end(),
    )
    const url = `http://hooks.example:${port}/`
    const options = { allowed: ['hooks.example'], resolve, maxRedirects: 2 }
    const codeTo = (to: string) => codeOf(options, { url, headers: { 'x-to': to } })
    expect(await codeTo(`http://127.0.0.1:${port}/`)).toBe('private')
    expect(await codeTo('http://[bad')).toBe('redirect')
    expect(await codeTo('file:///etc/passwd')).toBe('url')
    expect(await codeTo('/')).toBe('redirect')
    const answer = await openOutbound(options)({ url, headers: { 'x-to': '/end' } })
    expect([answer.url, String(answer.body)]).toEqual([`${url}end`, 'end'])
  })

  it('reads the beginning of an endless body, and closes the connection', async () => {
    const ended = new Promise(resolve => {
      void receiver((_req, res) => {
        res.on('close', resolve)
        const write = (): void => {
          while (!res.destroyed && res.write('x'.repeat(10_000)));
        }
        res.on('drain', write)
        write()
      }).then(async port => {
        const answer = await openOutbound({ allowed, maxBytes: 65_536 })({ url: `http://127.0.0.1:${port}/` })
        expect([answer.body.length, answer.isCut]).toEqual([65_536, true])
      })
    })
    await ended
  })

  it.each<[kind: string, (socket: Socket) => void]>([
    ['sends nothing', () => {}],
    ['sends an endless header', socket => setInterval(() => socket.write('HTTP/1.1 100 Continue\r\n\r\n'), 5).unref()],
    [
      'sends a body byte by byte',
      socket => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10000\r\n\r\n')
        setInterval(() => socket.write('x'), 5).unref()
      },
    ],
  ])('gives up at the time limit if the receiver %s', async (_kind, answer) => {
    const port = await listening(createTcpServer(socket => void answer(socket.on('error', () => {}))))
    const startedAt = performance.now()
    expect(await codeOf({ allowed, timeout: 300 }, `http://127.0.0.1:${port}/`)).toBe('time')
    expect(performance.now() - startedAt).toBeLessThan(5000)
  })

  it('gives up at the time limit if the resolver does not answer', async () => {
    expect(await codeOf({ timeout: 50, resolve: () => new Promise(() => {}) }, 'http://slow.example/')).toBe('time')
  })

  it.each([
    ['no HTTP', 'hello\r\n\r\n'],
    ['an endless header line', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`],
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'],
  ])('fails if the receiver answers with %s', async (_kind, text) => {
    const port = await listening(createTcpServer(socket => socket.on('error', () => {}).end(text)))
    expect(await codeOf({ allowed, timeout: 5000 }, `http://127.0.0.1:${port}/`)).toBe('connection')
  })

  it('can be aborted', async () => {
    const port = await receiver(() => {})
    const signal = AbortSignal.timeout(50)
    expect(await codeOf({ allowed }, { url: `http://127.0.0.1:${port}/`, signal })).toBe('aborted')
    expect(await codeOf({ allowed }, { url: `http://127.0.0.1:${port}/`, signal: AbortSignal.abort() })).toBe('aborted')
  })

  it('sends the hostname in the TLS handshake, not the address that it connects to', async () => {
    const hello = new Promise<string>(resolve => {
      const server = createTcpServer(socket => socket.on('error', () => {}).once('data', data => resolve(String(data))))
      void listening(server).then(port => {
        const options = { allowed: ['hooks.example'], resolve: async () => [loopback], timeout: 500 }
        return codeOf(options, `https://hooks.example:${port}/`)
      })
    })
    expect(await hello).toContain('hooks.example')
  })

  it('fails if the receiver does not speak TLS', async () => {
    const port = await listening(createTcpServer(socket => socket.on('error', () => {}).end('plain text')))
    expect(await codeOf({ allowed }, `https://127.0.0.1:${port}/`)).toBe('connection')
  })
})
