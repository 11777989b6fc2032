import { answerProblem } from './answerProblem.js'
import { takeAnswer } from './answers.js'

const request = { route: 'GET ', method: 'GET', target: '/', bytes: Buffer.alloc(0), isWhole: true }

function problem(status: number, body: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') {
  const sent = { 'content-type': 'application/json', 'x-request-id': 'a', ...headers }
  const answer = { status, headers: new Map(Object.entries(sent)), body: Buffer.from(body) }
  return answerProblem({ ...request, method }, answer, ['/place/of/data'])
}

const flat = '{"type":"NotFound","message":"No.","context":null}'

describe('an answer', () => {
  it('may be JSON, an error of either shape, a file, or empty where it is to be', () => {
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
    ['nothing at all', 200, '', 'no JSON'],
    ['an error of another form', 400, '{"message":"No."}', 'neither shape'],
    ['null for another refusal', 401, 'null', 'neither shape'],
    ['a body where none is to be', 204, '{}', 'a body with 204'],
    ['a stack', 400, '{"type":"A","message":"x\\n    at run (a.js:1:1)","context":null}', 'at \\S'],
    ['the words of the database', 400, '{"type":"A","message":"SqliteError: near","context":null}', 'SqliteError'],
    ['a path of the machine', 200, '{"a":"/place/of/data/x"}', '/place/of/data'],
  ])('is wrong with %s', (_, status, body, told) => {
    expect(problem(status, body)).toContain(told)
  })

  it('may be a file or a part of one, which says that it is saved unless it is a picture', () => {
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

  it('may be a page for who asks for one, with a policy and no script but ours', () => {
    const page = (text: string, headers: Readonly<Record<string, string>>, asked = 'Accept: text/html') => {
      const sent = { 'content-type': 'text/html; charset=utf-8', 'x-request-id': 'a', ...headers }
      const answer = { status: 200, headers: new Map(Object.entries(sent)), body: Buffer.from(text) }
      return answerProblem({ ...request, bytes: Buffer.from(`GET / HTTP/1.1\r\n${asked}\r\n\r\n`) }, answer, [])
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

  it('may be a schema, and tell of none by type and message alone', () => {
    const schema = { ...request, route: 'GET @types/*' }
    const given = (status: number, type: string, body: string) =>
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
    expect(given(200, 'application/json+schema', '{}')).toBeUndefined()
    expect(given(404, 'application/json+schema', '{}')).toContain('Content-Type')
    expect(given(404, 'application/json', '{"type":"NotFound","message":"No."}')).toBeUndefined()
    expect(problem(404, '{"type":"NotFound","message":"No."}')).toContain('neither shape')
  })

  it('to a form leads to the site where it was done, and refuses it where it must not be', () => {
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

describe('bytes from the wire', () => {
  const take = (text: string, method = 'GET') => takeAnswer(Buffer.from(text), method)
  const plain = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'

  it('are an answer once they are complete; others may follow, and interim ones come before', () => {
    expect(take(plain.slice(0, -1))).toBeUndefined()
    expect(take(`HTTP/1.1 100 Continue\r\n\r\n${plain}HTTP`)).toMatchObject({
      answer: { status: 200, body: Buffer.from('{}') },
      rest: Buffer.from('HTTP'),
    })
  })

  it('may come in chunks, end with the connection, or with the head', () => {
    const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n'
    expect(take(chunked)?.answer.body.toString()).toBe('{}')
    expect(take(chunked.slice(0, -2))).toBeUndefined()
    expect(take('HTTP/1.1 400 Bad Request\r\n\r\n{')).toMatchObject({ isOpen: true })
    expect(take(plain.slice(0, -2), 'HEAD')).toMatchObject({ answer: { status: 200 } })
  })

  it('are refused when they are no HTTP', () => {
    expect(() => take('HTTP/1.1 x\r\n\r\n')).toThrow('No line of a status')
  })
})
