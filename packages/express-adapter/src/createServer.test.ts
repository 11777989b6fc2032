import { once } from 'node:events'
import http, { type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addPublished, createTestSite, password, type TestSite } from '@plenum/testkit'
import { createApp } from './createApp.js'
import { createServer } from './createServer.js'

const file = { data: 'YWJj', encoding: 'base64', filename: 'a.txt', 'content-type': 'text/plain' }

let test: TestSite
let fast: Server
let plain: Server

beforeAll(async () => {
  test = await createTestSite()
  await addPublished(test, '/', { '@type': 'Document', id: 'c', title: 'Ünïcode' })
  await addPublished(test, '/', { '@type': 'Document', id: 'old', title: 'Old' })
  await test.run('editContent', '/old', { as: 'max', input: { body: { id: 'new' }, representation: false } })
  await test.run('addContent', '/', { as: 'max', input: { '@type': 'File', id: 'f', file } })
  const app = createApp(test.site, { trustProxy: 1 })
  fast = createServer(app)
  fast.listen(0, '127.0.0.1')
  plain = app.listen(0, '127.0.0.1')
  await Promise.all([fast, plain].map(server => server.listening || once(server, 'listening')))
})

afterAll(async () => {
  for (const server of [fast, plain]) {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
})

interface Sent {
  readonly method: string
  readonly path: string
  readonly user?: string
  readonly secret?: string
  readonly body?: string
  readonly headers?: http.OutgoingHttpHeaders
}

async function answerOf(server: Server, { method, path, user, secret = password, body, headers }: Sent) {
  const { port } = server.address() as AddressInfo
  const outgoing = http.request({
    ...{ host: '127.0.0.1', port, method, path },
    headers: {
      host: 'site.example',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      'x-request-id': 'same',
      ...(user && { authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}` }),
      ...headers,
    },
  })
  outgoing.end(body)
  const [answer] = (await once(outgoing, 'response')) as [http.IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  const { date: _, etag, ...otherHeaders } = answer.headers
  return {
    status: answer.statusCode,
    // The part of the ETag after the content revision is removed, because it changes with every commit.
    headers: { ...otherHeaders, etag: etag?.replace(/^("\d+)-.*/, '$1') },
    raw: answer.rawHeaders.length,
    text: Buffer.concat(chunks).toString(),
  }
}

describe('the application behind createServer', () => {
  it.each<[Sent, number]>([
    [{ method: 'GET', path: '/' }, 200],
    [{ method: 'GET', path: '/c?b_size=1' }, 200],
    [{ method: 'GET', path: '/++api++/c/' }, 200],
    [{ method: 'HEAD', path: '/c' }, 200],
    [{ method: 'GET', path: '/f/@@download/file' }, 200],
    [{ method: 'GET', path: '/@search?SearchableText=unicode' }, 200],
    [{ method: 'GET', path: '/@users', user: 'max' }, 200],
    [{ method: 'GET', path: '/old?x=1' }, 302],
    [{ method: 'POST', path: '/old', body: '{}' }, 307],
    [{ method: 'PATCH', path: '/c', user: 'max', body: '{"title":"Ünïcode"}' }, 204],
    [
      {
        method: 'PATCH',
        path: '/c',
        user: 'max',
        body: '{"title":"Ünïcode"}',
        headers: { prefer: 'return=representation' },
      },
      200,
    ],
    [{ method: 'POST', path: '/c', user: 'max', body: '{bad' }, 400],
    [{ method: 'POST', path: '/c', user: 'max', body: '{"@type":"Document"}' }, 400],
    [{ method: 'GET', path: '/c', user: 'max', secret: 'wrong' }, 401],
    [{ method: 'POST', path: '/c', user: 'mia', body: '{"@type":"Document"}' }, 401],
    [{ method: 'POST', path: '/c', user: 'max', body: '{"@type":"Nope"}' }, 403],
    [{ method: 'PUT', path: '/c' }, 404],
    [{ method: 'GET', path: '/%' }, 400],
    [{ method: 'GET', path: '/c', headers: { host: 'not a host' } }, 400],
    [{ method: 'GET', path: '/c', headers: { 'x-forwarded-proto': 'https' } }, 200],
  ])('answers %j as app.listen does: %i', async (sent, status) => {
    const answer = await answerOf(fast, sent)
    expect(answer.status).toBe(status)
    expect(answer).toEqual(await answerOf(plain, sent))
  })

  it('refuses a body over the limit, and the connection can be reused', async () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    const body = JSON.stringify({ '@type': 'Document', title: 'x', description: 'x'.repeat(2 * 1024 * 1024) })
    const { port } = fast.address() as AddressInfo
    const send = async (method: string, sent: string) => {
      const authorization = `Basic ${Buffer.from(`max:${password}`).toString('base64')}`
      const headers = { authorization, 'content-type': 'application/json' }
      const outgoing = http.request({ host: '127.0.0.1', port, method, path: '/c', agent, headers })
      outgoing.end(sent)
      const [answer] = (await once(outgoing, 'response')) as [http.IncomingMessage]
      answer.resume()
      await once(answer, 'end')
      return answer.statusCode
    }
    expect([await send('POST', body), await send('PATCH', '{}')]).toEqual([413, 204])
    agent.destroy()
  })

  it('sends the correct response to each of many simultaneous requests', async () => {
    const paths = Array.from({ length: 50 }, (_, i) => (i % 2 ? '/c' : `/nope-${i}`))
    const answers = await Promise.all(paths.map(path => answerOf(fast, { method: 'GET', path })))
    expect(answers.map(({ status }) => status)).toEqual(paths.map(path => (path === '/c' ? 200 : 404)))
  })

  it('creates requests and responses as those of the application', async () => {
    const born: unknown[] = []
    const server = createServer(
      createApp(test.site, {
        before: [
          (req, res, next) => {
            born.push(
              req instanceof http.IncomingMessage,
              res instanceof http.ServerResponse,
              typeof req.get,
              typeof res.status,
            )
            next()
          },
        ],
      }),
    )
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    expect((await answerOf(server, { method: 'GET', path: '/c' })).status).toBe(200)
    expect(born).toEqual([true, true, 'function', 'function'])
    server.close()
  })
})
