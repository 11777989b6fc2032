import { addPublished, connectRaw, createTestSite, listenOn, type TestSite } from '@plenum/testkit'
import { createApp } from './createApp.js'
import { createServer, type ServerLimits, type ServerOptions } from './createServer.js'

let test: TestSite

beforeAll(async () => {
  test = await createTestSite()
  await addPublished(test, '/', { '@type': 'Document', id: 'c', title: 'C' })
})

const KiB = 1024

const serving = (options: ServerOptions = {}, limits: Partial<ServerLimits> = {}, trustProxy: string | false = false) =>
  listenOn(createServer(createApp(test.site, { trustProxy }), options, limits))

async function answersTo(sent: string, options?: ServerOptions, limits?: Partial<ServerLimits>) {
  await using server = await serving(options, limits)
  const connection = await connectRaw(server)
  connection.send(sent)
  await connection.ended
  return connection.answers()
}

const shape = { type: expect.any(String), message: expect.stringMatching(/\w{4}/), context: null }
const get = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\nHost: a.example\r\n${headers}\r\n`

describe('requests that the HTTP parser rejects', () => {
  it.each<[string, number, string]>([
    ['an invalid request line', 400, 'nonsense\r\n\r\n'],
    ['an unknown method', 400, 'BREW /c HTTP/1.1\r\nHost: a.example\r\n\r\n'],
    ['invalid header characters', 400, get('/c', 'X-A: \u0000\r\n')],
    ['two body lengths', 400, get('/c', 'Content-Length: 1\r\nContent-Length: 2\r\n')],
    ['a length and chunks', 400, get('/c', 'Content-Length: 1\r\nTransfer-Encoding: chunked\r\n')],
    ['oversized headers', 431, get('/c', `X-A: ${'x'.repeat(50 * KiB)}\r\n`)],
    ['an address longer than the header limit', 414, get(`/${'x'.repeat(60 * KiB)}`)],
    ['HTTP/2', 400, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a tunnel', 404, 'CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n'],
    ['an expectation', 417, get('/c', 'Expect: a miracle\r\n')],
  ])('such as %s are answered with %i, in JSON with an id, and the connection closes', async (_, status, sent) => {
    const [answer, ...others] = await answersTo(sent)
    expect(others).toEqual([])
    expect([answer?.status, answer?.headers['content-type'], answer?.headers.connection]).toEqual([
      status,
      'application/json',
      'close',
    ])
    expect(answer?.headers['x-request-id']).toMatch(/^[\w-]{36}$/)
    expect(answer?.body).toEqual(shape)
  })

  it('are reported to listeners, with the same id', async () => {
    const onRefused = jest.fn()
    const [answer] = await answersTo('nonsense\r\n\r\n', { onRefused })
    expect(onRefused.mock.calls).toEqual([
      [expect.objectContaining({ code: 'HPE_INVALID_METHOD' }), answer?.headers['x-request-id']],
    ])
  })

  it('are answered after valid requests', async () => {
    const answers = await answersTo(`${get('/c')}${get('/nope')}nonsense\r\n\r\n`)
    expect(answers.map(({ status, headers }) => [status, headers.connection])).toEqual([
      [200, 'keep-alive'],
      [404, 'close'],
    ])
  })

  it('in a body are answered in place of the request', async () => {
    const answers = await answersTo(
      'POST /c/@workflow/x HTTP/1.1\r\nHost: a.example\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n',
    )
    expect(answers.map(({ status, body }) => [status, body.context])).toEqual([[400, null]])
  })

  it('do not delay other requests', async () => {
    await using server = await serving()
    const broken = await connectRaw(server)
    broken.send('nonsense\r\n\r\n')
    await broken.ended
    const connection = await connectRaw(server)
    connection.send(get('/c'))
    expect((await connection.wait(1))[0]?.status).toBe(200)
  })
})

describe('valid HTTP requests that the service refuses', () => {
  it.each<[string, number, string]>([
    ['without a host', 400, 'GET /c HTTP/1.1\r\n\r\n'],
    ['with an address of more than 32 KiB', 414, get(`/${'x'.repeat(32 * KiB)}`)],
    ['with a query of more than 32 KiB', 414, get(`/c?x=${'x'.repeat(32 * KiB)}`)],
    ['with another method', 404, 'PROPFIND /c HTTP/1.1\r\nHost: a.example\r\n\r\n'],
  ])('%s are answered with %i, and the connection stays open', async (_, status, sent) => {
    await using server = await serving()
    const connection = await connectRaw(server)
    connection.send(sent)
    connection.send(get('/c'))
    const [refused, served] = await connection.wait(2)
    expect([refused?.status, served?.status]).toEqual([status, 200])
    expect(Object.keys(refused?.body ?? {}).toSorted()).toEqual(['context', 'message', 'type'])
    expect(refused?.headers['x-request-id']).toMatch(/^[\w-]{36}$/)
  })

  it('may have an address of 32 KiB and headers of nearly 48 KiB', async () => {
    await using server = await serving()
    const connection = await connectRaw(server)
    connection.send(get(`/c?${'x'.repeat(32 * KiB - 3)}`))
    connection.send(get('/c', `X-A: ${'x'.repeat(47 * KiB)}\r\n`))
    expect((await connection.wait(2)).map(({ status }) => status)).toEqual([200, 200])
  })

  it('do not include an upgrade to another protocol, which is ignored', async () => {
    await using server = await serving()
    const connection = await connectRaw(server)
    connection.send(get('/c', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'))
    expect((await connection.wait(1)).map(({ status, body }) => [status, body.id])).toEqual([[200, 'c']])
  })
})

describe('slow headers', () => {
  const limits = { headersTimeout: 200, checking: 50 }

  it.each([
    ['that never arrive', ''],
    ['that never end', 'GET /c HTTP/1.1\r\nHost: a.example\r\n'],
  ])('%s are 408, and the connection closes', async (_, sent) => {
    const [answer] = await answersTo(sent, {}, limits)
    expect([answer?.status, answer?.headers['content-type']]).toEqual([408, 'application/json'])
    expect(answer?.body).toEqual(shape)
  })

  it('have no deadline while a request is being answered, nor between requests', async () => {
    await using server = await serving({}, limits)
    const connection = await connectRaw(server)
    connection.send(get('/c'))
    await connection.wait(1)
    await new Promise(resolve => setTimeout(resolve, 500))
    connection.send(get('/c'))
    expect((await connection.wait(2)).map(({ status }) => status)).toEqual([200, 200])
  })
})

describe('connections', () => {
  it('beyond the limit are refused and closed; new connections are accepted once others have closed', async () => {
    await using server = await serving({ maxConnections: 3 })
    const held = await Promise.all([1, 2, 3].map(() => connectRaw(server)))
    const refused = await connectRaw(server)
    await refused.ended
    expect(refused.answers().map(({ status, body }) => [status, body])).toEqual([[503, shape]])
    expect(refused.answers()[0]?.body.message).toContain('3')
    for (const connection of held) connection.send(get('/c'))
    for (const connection of held) expect((await connection.wait(1))[0]?.status).toBe(200)
    held[0]?.socket.destroy()
    await new Promise(resolve => setTimeout(resolve, 50))
    const next = await connectRaw(server)
    next.send(get('/c'))
    expect((await next.wait(1))[0]?.status).toBe(200)
  })

  const pretending = async (address: string, trustProxy: string | false) => {
    const server = await serving({}, { perAddress: 2 }, trustProxy)
    server.prependListener('connection', socket =>
      Object.defineProperty(socket, 'remoteAddress', { configurable: true, value: address }),
    )
    return server
  }

  it.each<[string, string | false, number]>([
    ['203.0.113.5', false, 2],
    ['::ffff:203.0.113.5', false, 2],
    ['2001:db8::1', false, 2],
    ['203.0.113.5', '203.0.113.0/24', 4],
    ['203.0.113.5', '10.0.0.0/8', 2],
    ['127.0.0.1', false, 4],
    ['127.8.0.1', false, 4],
    ['::1', false, 4],
    ['::ffff:127.0.0.1', false, 4],
  ])('from address %s with trusted proxies %s: %i of 4 are accepted', async (address, trustProxy, taken) => {
    await using server = await pretending(address, trustProxy)
    const statuses: (number | undefined)[] = []
    for (let i = 0; i < 4; i++) {
      const connection = await connectRaw(server)
      connection.send(get('/c'))
      statuses.push((await connection.wait(1))[0]?.status)
    }
    expect(statuses).toEqual([1, 2, 3, 4].map(count => (count <= taken ? 200 : 503)))
  })
})
