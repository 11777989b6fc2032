import { answerProblem } from './answerProblem.js'
import { takeAnswer } from './answers.js'

const request = { route: 'GET ', method: 'GET', target: '/', bytes: Buffer.alloc(0), isWhole: true }

function problem(status: number, body: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') {
  const sent = { 'content-type': 'application/json', 'x-request-id': 'a', ...headers }
  const answer = { status, headers: new Map(Object.entries(sent)), body: Buffer.from(body) }
  return answerProblem({ ...request, method }, answer, ['/place/of/data'])
}

const flat = '{"type":"NotFound","message":"No.","context":null}'

describe('an answer to a hostile request', () => {
  it('may be JSON, an error of either shape, a file, or empty for certain statuses', () => {
    const wrapped = '{"error":{"type":"A","message":"B"}}'
    const right = [
      problem(200, '{}'),
      problem(404, flat),
      problem(400, wrapped),
      problem(503, flat),
      problem(403, 'null'),
      problem(200, '\xff', { 'content-type': 'image/png', 'content-disposition': 'inline' }),
      ...[204, 302, 304, 307].map(status => problem(status, '')),
      problem(200, '', {}, 'HEAD'),
    ]
    expect(right).toEqual(right.map(() => undefined))
  })

  it.each([
    ['a fault', 500, flat, 'status 500'],
    ['no JSON', 200, '<html>', 'no JSON'],
    ['an empty body', 200, '', 'no JSON'],
    ['an error of another form', 400, '{"message":"No."}', 'neither shape'],
    ['null as another refusal', 401, 'null', 'neither shape'],
    ['a body with status 204', 204, '{}', 'a body with 204'],
    ['a stack', 400, '{"type":"A","message":"x\\n    at run (a.js:1:1)","context":null}', 'at \\S'],
    ['an error text of the database', 400, '{"type":"A","message":"SqliteError: near","context":null}', 'SqliteError'],
    ['a path of the machine', 200, '{"a":"/place/of/data/x"}', '/place/of/data'],
  ])('is wrong with %s', (_, status, body, expected) => {
    expect(problem(status, body)).toContain(expected)
  })

  it('may be a file or a part of one, which is saved unless it is an image', () => {
    const part = (type: string, disposition?: string) =>
      problem(206, 'a', {
        'content-type': type,
        'content-range': 'bytes 0-0/2',
        ...(disposition ? { 'content-disposition': disposition } : {}),
      })
    expect(part('image/png', "inline; filename*=UTF-8''a.png")).toBeUndefined()
    expect(part('image/svg+xml', "attachment; filename*=UTF-8''a.svg")).toBeUndefined()
    for (const type of ['image/svg+xml', 'text/html']) expect(part(type, 'inline')).toBe(`shows ${type}`)
    expect(part('image/png')).toBe('Content-Type image/png')
  })

  it('may be a page for a client that requests one, with a policy and only our own scripts', () => {
    const page = (text: string, headers: Readonly<Record<string, string>>, accept = 'Accept: text/html') => {
      const sent = { 'content-type': 'text/html; charset=utf-8', 'x-request-id': 'a', ...headers }
      const answer = { status: 200, headers: new Map(Object.entries(sent)), body: Buffer.from(text) }
      return answerProblem({ ...request, bytes: Buffer.from(`GET / HTTP/1.1\r\n${accept}\r\n\r\n`) }, answer, [])
    }
    const policy = { 'content-security-policy': "default-src 'none'" }
    const ours = '<!doctype html><script type="module" src="http://a.example/@@pages/script.a.js"></script>'
    expect(page(ours, policy)).toBeUndefined()
    expect(page(ours, policy, 'Accept: application/json;q=0\r\nAccept: */*')).toBeUndefined()
    expect(page(ours, policy, 'Accept: */*')).toContain('Content-Type text/html')
    expect(page(ours, {})).toBe('a page without a policy')
    expect(page(`${ours}<script>alert(1)</script>`, policy)).toBe('a script of others')
    expect(page('<p>', policy)).toBe('no page')
  })

  it('may be a schema, and refuse one with type and message only', () => {
    const schema = { ...request, route: 'GET @types/*' }
    const schemaProblem = (status: number, type: string, body: string) =>
      answerProblem(
        schema,
        {
          status,
          headers: new Map([
            ['x-request-id', 'a'],
            ['content-type', type],
          ]),
          body: Buffer.from(body),
        },
        [],
      )
    expect(schemaProblem(200, 'application/json+schema', '{}')).toBeUndefined()
    expect(schemaProblem(404, 'application/json+schema', '{}')).toContain('Content-Type')
    expect(schemaProblem(404, 'application/json', '{"type":"NotFound","message":"No."}')).toBeUndefined()
    expect(problem(404, '{"type":"NotFound","message":"No."}')).toContain('neither shape')
  })

  it('redirects a valid form to the site, and refuses an invalid one', () => {
    const form = (status: number, location: string, isRefused: boolean) => {
      const headers = new Map([
        ['x-request-id', 'a'],
        ['location', location],
      ])
      return answerProblem({ ...request, isForm: true, isRefused }, { status, headers, body: Buffer.alloc(0) }, [])
    }
    expect(form(303, 'http://site.example/a', false)).toBeUndefined()
    expect(form(303, 'http://site.example.evil.example/a', false)).toBe('leads to another site')
    expect(form(303, 'http://site.example/a', true)).toContain('had to be refused')
    expect(form(307, 'http://site.example/new', true)).toBeUndefined()
    expect(form(307, 'http://site.example.evil.example/new', true)).toBe('leads to another site')
  })

  it('is wrong with another media type, and without an id', () => {
    expect(problem(200, '{}', { 'content-type': 'application/json; charset=utf-8' })).toContain('charset')
    const anonymous = { status: 200, headers: new Map(), body: Buffer.from('{}') }
    expect(answerProblem(request, anonymous, [])).toBe('no X-Request-Id')
  })
})

describe('bytes of a connection', () => {
  const take = (text: string, method = 'GET') => takeAnswer(Buffer.from(text), method)
  const plain = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'

  it('form an answer once they are complete; interim answers precede it, and others may follow', () => {
    expect(take(plain.slice(0, -1))).toBeUndefined()
    expect(take(`HTTP/1.1 100 Continue\r\n\r\n${plain}HTTP`)).toMatchObject({
      answer: { status: 200, body: Buffer.from('{}') },
      rest: Buffer.from('HTTP'),
    })
  })

  it('may be chunked, end with the connection, or end after the headers', () => {
    const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n'
    expect(take(chunked)?.answer.body.toString()).toBe('{}')
    expect(take(chunked.slice(0, -2))).toBeUndefined()
    expect(take('HTTP/1.1 400 Bad Request\r\n\r\n{')).toMatchObject({ isOpen: true })
    expect(take(plain.slice(0, -2), 'HEAD')).toMatchObject({ answer: { status: 200 } })
  })

  it('are rejected if they are not HTTP', () => {
    expect(() => take('HTTP/1.1 x\r\n\r\n')).toThrow('No line of a status')
  })
})
