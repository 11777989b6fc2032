import { once } from 'node:events'
import http, { type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { addPublished, createTestSite, password, type TestSite, type TestUser } from '@plenum/testkit'
import { createApp } from './createApp.js'

const base = 'http://site.example'
const MiB = 1024 * 1024

let test: TestSite
let server: Server
let faults: unknown[]

beforeEach(async () => {
  test = await createTestSite()
  faults = []
  await addPublished(test, '/', { '@type': 'Document', id: 'c', title: 'C' })
  server = http.createServer(createApp(test.site, { maxUpload: 3 * MiB, onError: error => faults.push(error) }))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterEach(() => {
  server.close()
  expect(faults).toEqual([])
})

interface Sent {
  readonly as?: TestUser | undefined
  readonly body?: string | Buffer | object
  readonly headers?: http.OutgoingHttpHeaders
}

interface Got {
  readonly status: number | undefined
  readonly headers: http.IncomingHttpHeaders
  readonly text: string
  readonly body: Record<string, unknown>
}

/** Sends a request with exactly the given path. Unlike `http.request`, most HTTP clients would normalize the path. */
async function send(method: string, path: string, { as, body, headers = {} }: Sent = {}): Promise<Got> {
  const bytes = body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
  const request = http.request({
    ...{ host: '127.0.0.1', port: (server.address() as AddressInfo).port, method, path, agent: false },
    headers: {
      host: 'site.example',
      ...(as && { authorization: `Basic ${Buffer.from(`${as}:${password}`).toString('base64')}` }),
      ...(bytes !== undefined && { 'content-type': 'application/json' }),
      ...(bytes !== undefined && !headers['transfer-encoding'] && { 'content-length': Buffer.byteLength(bytes) }),
      ...headers,
    },
  })
  request.end(bytes)
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  const isJson = answer.headers['content-type'] === 'application/json'
  return { status: answer.statusCode, headers: answer.headers, text, body: isJson && text ? JSON.parse(text) : {} }
}

const post = (body: Sent['body'], more: Sent = {}) =>
  send('POST', '/c', { as: 'max', ...(body === undefined ? {} : { body }), ...more })

describe('a request body', () => {
  const malformed = ['{bad', '{"@type":', 'x', '[1]', '[]', '"text"', '5', 'true', 'null', '{}{}', '\u0000', "{'a':1}"]

  it.each(malformed)('with %j is a bad request for POST', async body => {
    const answer = await post(body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      type: 'BadRequest',
      context: `${base}/c`,
      message: expect.stringContaining('JSON'),
    })
  })

  it.each(malformed)('with %j is a bad request for PATCH', async body => {
    const answer = await send('PATCH', '/c', { as: 'max', body })
    expect([answer.status, answer.body.type]).toEqual([400, 'BadRequest'])
  })

  it.each(malformed)('with %j is a bad request for @workflow', async body => {
    const answer = await send('POST', '/c/@workflow/retract', { as: 'max', body })
    expect([answer.status, answer.body.type]).toEqual([400, 'BadRequest'])
    expect((await send('GET', '/c')).body.review_state).toBe('published')
  })

  it.each(['/@users', '/@users?x=1'])('that is a list is a bad request for POST %s', async path => {
    expect((await send('POST', path, { as: 'max', body: [] })).status).toBe(400)
  })

  it('may be empty, which means an empty object', async () => {
    expect((await send('PATCH', '/c', { as: 'max', body: '' })).status).toBe(204)
    expect((await send('PATCH', '/c', { as: 'max' })).status).toBe(204)
    expect((await post('')).body.message).toContain('@type')
  })

  const unprintable = { toString: 1, valueOf: {} }
  it.each([
    ['PATCH', '/c', { default_page: unprintable }],
    ['PATCH', '/c', { image: { data: unprintable }, title: { data: unprintable } }],
    ['POST', '/c/@aliases', { items: [{ path: '/old', datetime: unprintable }] }],
    ['POST', '/@users', { username: 'una', email: 'una@example.org', password: 'Secret-1', roles: [unprintable] }],
    ['PATCH', '/@users/max', { roles: [['Manager']] }],
    ['POST', '/@webhooks', { address: 'https://example.org', types: [unprintable] }],
    ['PATCH', '/@controlpanels/language', { default_language: unprintable }],
  ])('that no message can print is a bad request for %s %s', async (method, path, body) => {
    expect((await send(method, path, { as: 'max', body })).status).toBe(400)
  })

  it('with invalid UTF-8 or broken compression causes no internal error', async () => {
    expect((await post(Buffer.from('{"@type":"Document","title":"\xff\xfe', 'latin1'))).status).toBe(400)
    expect((await post('nonsense', { headers: { 'content-encoding': 'gzip' } })).status).toBe(400)
    expect((await post('{}', { headers: { 'content-encoding': 'nonsense' } })).status).toBe(415)
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'nonsense',
    'text/html; charset=iso-8859-1',
    'application/jsonx',
    '',
  ])('of content type %j is refused with 415', async type => {
    const sent = { '@type': 'Document', title: 'x' }
    const answer = await post(sent, { headers: { 'content-type': type } })
    expect([answer.status, answer.body.type, answer.body.context]).toEqual([415, 'UnsupportedMediaType', `${base}/c`])
    expect(answer.body.message).toContain('application/json')
    expect((await send('POST', '/c', { body: sent, headers: { 'content-type': type } })).status).toBe(401)
  })

  it.each([
    'application/json; charset=UTF-8',
    'Application/JSON',
    'application/ld+json',
    'application/problem+json;x=1',
  ])('of content type %s is accepted', async type => {
    const sent = { '@type': 'Document', title: 'x' }
    expect((await post(sent, { headers: { 'content-type': type } })).status).toBe(201)
  })

  it('without content may have any content type, with or without a length', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await send('PATCH', '/c', { as: 'max', body: '', headers })).status).toBe(204)
    const chunked = { ...headers, 'transfer-encoding': 'chunked' }
    expect((await send('PATCH', '/c', { as: 'max', body: '', headers: chunked })).status).toBe(204)
    expect((await send('PATCH', '/c', { as: 'max', body: '{}', headers: chunked })).status).toBe(415)
  })

  it('may repeat a key, and the last value is used', async () => {
    expect((await post('{"@type":"Link","@type":"Document","title":"x","title":"Twice"}')).body.title).toBe('Twice')
  })
})

describe('the size of a body', () => {
  const large = { '@type': 'Document', title: 'x', description: 'x'.repeat(2 * MiB) }
  const file = (bytes: number) => ({
    '@type': 'File',
    file: { data: Buffer.alloc(bytes).toString('base64'), encoding: 'base64', filename: 'a.bin' },
  })

  it('without a file is refused at two MiB', async () => {
    const answer = await post(large)
    expect(answer.status).toBe(413)
    expect(answer.body).toMatchObject({ type: expect.any(String), message: expect.any(String), context: `${base}/c` })
  })

  it('is also limited for anonymous callers', async () => {
    expect((await send('POST', '/c/@workflow/retract', { body: large })).status).toBe(413)
    expect((await send('POST', '/c', { body: large })).status).toBe(401)
    expect((await send('POST', '/c/@workflow/retract', { body: file(2 * MiB) })).status).toBe(413)
    expect((await send('POST', '/c', { body: large, headers: { authorization: 'Basic eDp5' } })).status).toBe(401)
    expect((await send('POST', '/nope', { body: large })).status).toBe(404)
  })

  it('without a file may be just below one MiB', async () => {
    const blocks = { a: { '@type': 'slate', plaintext: 'x '.repeat(MiB / 2 - 500) } }
    expect((await post({ '@type': 'Document', title: 'x', blocks })).status).toBe(201)
  })

  it('with a file may be larger, up to maxUpload', async () => {
    expect((await post(file(2 * MiB))).status).toBe(201)
    expect((await post(file(3 * MiB))).status).toBe(413)
    expect((await send('PATCH', '/c', { as: 'max', body: file(2 * MiB) })).status).toBe(204)
  })

  it('with a file is not larger where no file is allowed', async () => {
    const answer = await send('POST', '/@users', { as: 'max', body: { ...file(2 * MiB), username: 'zoe' } })
    expect(answer.status).toBe(413)
  })

  it('is measured after decompression', async () => {
    const bomb = gzipSync(Buffer.alloc(20 * MiB, 32))
    expect((await post(bomb, { headers: { 'content-encoding': 'gzip' } })).status).toBe(413)
  })

  it('is measured without a Content-Length too', async () => {
    const headers = { 'transfer-encoding': 'chunked' }
    expect((await post(large, { headers })).status).toBe(413)
  })
})

describe('request paths', () => {
  it.each([
    ['/..', 200],
    ['/../../etc/passwd', 404],
    ['/c/%2e%2e/c', 200],
    ['/c/./', 200],
    ['/__proto__', 404],
    ['/constructor', 404],
    ['/c/toString', 404],
    ['/c/@__proto__', 404],
    ['/c%2Fx', 404],
    ['/%2f', 404],
    ['/c%5Cx', 404],
    ['/c%00', 404],
    ['/c%0d%0aX-Evil:%20x', 404],
    ['/@users/..%2Fc', 404],
    ['/%', 400],
    ['/c/%zz', 400],
    ['/%C0%AF', 400],
    ['/c?SearchableText=%', 400],
    ['/@search?SearchableText=%ff', 400],
    ['/c/@nope?x=%', 400],
    ['*', 404],
    [`/${'a/'.repeat(5000)}`, 404],
    [`/${'x'.repeat(10_000)}`, 404],
    ['/c;x=1', 404],
    ['//c', 200],
    ['//evil.example/c', 404],
  ])('GET %s is %i, in JSON', async (path, status) => {
    const answer = await send('GET', path)
    expect([answer.status, answer.headers['content-type']]).toEqual([status, 'application/json'])
    if (status !== 200) expect(Object.keys(answer.body).toSorted()).toEqual(['context', 'message', 'type'])
    expect(answer.headers['x-evil']).toBeUndefined()
  })

  it('may be an absolute URL (RFC 9112, 3.2.2)', async () => {
    const answer = await send('GET', `${base}/c?include_items=0`)
    expect([answer.status, answer.body['@id']]).toEqual([200, `${base}/c`])
  })

  it.each(['@search', '..', '.', '__proto__', 'a/b', 'a\u0000b'])('cannot contain an object named %j', async id => {
    expect((await post({ '@type': 'Document', title: 'x', id })).status).toBe(400)
  })

  it('may contain the id constructor', async () => {
    expect((await post({ '@type': 'Document', title: 'x', id: 'constructor' })).status).toBe(201)
    expect((await send('GET', '/c/constructor', { as: 'max' })).body.id).toBe('constructor')
    expect((await send('GET', '/@search?getId=constructor', { as: 'max' })).body.items_total).toBe(1)
    expect((await send('DELETE', '/c/constructor', { as: 'max' })).status).toBe(204)
  })
})

describe('queries', () => {
  it('may have 1000 parameters, but not 1001', async () => {
    const query = (count: number) => Array.from({ length: count }, (_, i) => `p${i}=1`).join('&')
    expect((await send('GET', `/c?${query(1000)}`)).status).toBe(200)
    const answer = await send('GET', `/c?${query(1001)}`)
    expect([answer.status, answer.body.type, answer.body.context]).toEqual([400, 'BadRequest', null])
  })

  it.each([
    '__proto__.polluted=1&__proto__[polluted]=1',
    'constructor.prototype.polluted=1',
    'path.__proto__.polluted=1',
    'sort_on.__proto__=x&created.__proto__.query=x&created.query=2027-01-01',
    'path.query.query.query=/c',
    `sort_on${'.query'.repeat(1500)}=getId`,
    `x${':list'.repeat(1500)}=1`,
    'SearchableText.a.b=1&SearchableText=2',
    '.=1&..=2&=3&&&',
    'metadata_fields.x=1&sort_limit=&path.depth=',
  ])('with %s in a search cause no prototype pollution', async query => {
    expect((await send('GET', `/@search?${query}`, { as: 'max' })).status).toBe(200)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

describe('keys that every object inherits', () => {
  it('cause no prototype pollution in a body, and blocks preserve them', async () => {
    const blocks = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'
    const body = `{"@type":"Document","title":"x","__proto__":{"polluted":1,"title":"y"},"constructor":5,"blocks":${blocks}}`
    const answer = await post(body)
    expect([answer.status, answer.body.title]).toEqual([201, 'x'])
    expect(JSON.stringify(answer.body.blocks)).toBe(blocks)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('do not replace the type or the title', async () => {
    expect((await post('{"__proto__":{"@type":"Document","title":"x"}}')).body.message).toContain('@type')
    expect((await post('{"@type":"Document","__proto__":{"title":"x"}}')).status).toBe(400)
    const inherited = '{"__proto__":{"username":"zoe","email":"a@b.org","password":"long enough"}}'
    expect((await send('POST', '/@users', { as: 'max', body: inherited })).status).toBe(400)
  })
})

describe('request headers', () => {
  it.each(['a b', 'x<y>', 'evil.example/path', 'user@evil.example', 'x"y', 'a:b', 'a:123456', '[::1', 'ü'])(
    'with a Host of %j are a bad request',
    async host => {
      const answer = await send('GET', '/c', { headers: { host: Buffer.from(host).toString('latin1') } })
      expect([answer.status, answer.body.type, answer.body.context]).toEqual([400, 'BadRequest', null])
      expect(answer.text).not.toContain(host)
    },
  )

  it.each(['localhost', 'localhost:8080', '127.0.0.1', '[::1]:8080', 'a.b-c.example'])(
    'with a Host of %s are accepted',
    async host => {
      expect((await send('GET', '/c', { headers: { host } })).body['@id']).toBe(`http://${host}/c`)
    },
  )

  it('X-Forwarded-Host and X-Forwarded-Proto are ignored from untrusted senders', async () => {
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', forwarded: 'host=evil.example' }
    expect((await send('GET', '/c', { headers })).body['@id']).toBe(`${base}/c`)
  })

  it('X-HTTP-Method-Override is ignored', async () => {
    expect((await send('POST', '/c', { as: 'max', headers: { 'x-http-method-override': 'DELETE' } })).status).toBe(400)
    expect((await send('GET', '/c')).status).toBe(200)
  })
})
