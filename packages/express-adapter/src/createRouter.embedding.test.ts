import { DomainError, message } from '@plenum/core'
import { addPublished, createTestSite, password, type TestSite } from '@plenum/testkit'
import express from 'express'
import request from 'supertest'
import { createApp } from './createApp.js'
import { createRouter } from './createRouter.js'

let test: TestSite

beforeEach(async () => {
  test = await createTestSite()
  await addPublished(test, '/', { '@type': 'Document', id: 'c', title: 'C' })
  await addPublished(test, '/c', { '@type': 'Document', id: 'd', title: 'D' })
})

describe('the router below a path of another application', () => {
  const mounted = () => express().use('/my/site', createRouter(test.site))
  const base = 'http://site.example/my/site'
  const get = (app: express.Express, path: string) => request(app).get(path).set('Host', 'site.example')

  it('includes the path in every address', async () => {
    const { body } = await get(mounted(), '/my/site/c?b_size=1')
    expect(body['@id']).toBe(`${base}/c`)
    expect(body.parent['@id']).toBe(base)
    expect(body.items[0]['@id']).toBe(`${base}/c/d`)
    expect(body['@components'].actions['@id']).toBe(`${base}/c/@actions`)
    expect((await get(mounted(), '/my/site/c/@search?b_size=1')).body).toMatchObject({
      '@id': `${base}/c/@search`,
      batching: { first: `${base}/c/@search?b_start=0&b_size=1` },
    })
  })

  it.each(['/my/site', '/my/site/', '/my/site?x=1', '/my/site/++api++', '/my/site/++api++/'])(
    'serves its root at %s',
    async path => {
      expect((await get(mounted(), path).expect(200)).body['@id']).toBe(base)
    },
  )

  it('includes the path in Location, redirects and errors', async () => {
    const app = mounted()
    const as = (sent: request.Test) => sent.set('Host', 'site.example').auth('max', password)
    const posted = await as(request(app).post('/my/site/c')).send({ '@type': 'Document', title: 'New' })
    expect(posted.headers.location).toBe(`${base}/c/new`)
    await as(request(app).patch('/my/site/c')).send({ id: 'k' }).expect(204)
    expect((await get(app, '/my/site/c/d').expect(302)).headers.location).toBe(`${base}/k/d`)
    expect((await get(app, '/my/site/++api++/++api++/k').expect(302)).headers.location).toBe(`${base}/++api++/k`)
    expect((await get(app, '/my/site/k/nope').expect(404)).body.context).toBe(`${base}/k`)
  })

  it('never resolves a path above the path of the router', async () => {
    const app = mounted().use((_, res) => res.status(418).end())
    expect((await get(app, '/my/site/%2e%2e/%2e%2e/x').expect(404)).body.type).toBe('NotFound')
    await get(app, '/elsewhere').expect(418)
  })

  it('accepts addresses with the path in relations', async () => {
    const sent = { '@type': 'Document', title: 'R', relatedItems: [`${base}/c/d`, '/c'] }
    const post = request(mounted()).post('/my/site').set('Host', 'site.example').auth('max', password)
    const { body } = await post.send(sent).expect(201)
    expect(body.relatedItems.map((item: { '@id': string }) => item['@id'])).toEqual([`${base}/c/d`, `${base}/c`])
  })

  it('resolves paths in queries from the root of the service', async () => {
    expect((await get(mounted(), '/my/site/@search?path=/c/d')).body.items_total).toBe(1)
    expect((await get(mounted(), '/my/site/@search?path=/my/site/c')).body.items_total).toBe(0)
  })

  it('accepts bodies that the application has already read', async () => {
    const app = express().use(express.json()).use(createRouter(test.site))
    await request(app).post('/c').auth('max', password).send({ '@type': 'Document', title: 'Read before' }).expect(201)
    await request(app).patch('/c').auth('max', password).send([1]).expect(400)
  })
})

describe('publicUrl', () => {
  it('is the prefix of every address, regardless of the request', async () => {
    const app = createApp(test.site, { publicUrl: 'https://conf.example/site' })
    const { body } = await request(app).get('/c?b_size=0').set('Host', 'evil.example')
    expect([body['@id'], body.parent['@id']]).toEqual(['https://conf.example/site/c', 'https://conf.example/site'])
    const posted = await request(app).post('/c').auth('max', password).send({ '@type': 'Document', title: 'New' })
    expect(posted.headers.location).toBe('https://conf.example/site/c/new')
    expect((await request(app).get('/c/nope')).body.context).toBe('https://conf.example/site/c')
    const malformed = await request(app).get('/c').set('Host', 'not a host').expect(200)
    expect(malformed.body['@id']).toBe('https://conf.example/site/c')
  })

  it('does not affect paths in queries', async () => {
    const app = createApp(test.site, { publicUrl: 'https://conf.example/site' })
    const { body } = await request(app).get('/@search?path=/c/d')
    expect(body.items[0]['@id']).toBe('https://conf.example/site/c/d')
  })
})

describe('trustProxy', () => {
  it('trusts the proxy for the protocol, and only if configured', async () => {
    const ask = (trustProxy: boolean) =>
      request(createApp(test.site, { trustProxy }))
        .get('/c')
        .set({ Host: 'site.example', 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'evil.example' })
    expect((await ask(true)).body['@id']).toMatch(/^https:\/\//)
    expect((await ask(false)).body['@id']).toBe('http://site.example/c')
  })
})

describe('handlers before the service', () => {
  it('receive every request and response', async () => {
    const finished: unknown[] = []
    const app = createApp(test.site, {
      before: [
        (req, res, next) => {
          res.on('finish', () => finished.push([req.method, req.originalUrl, res.statusCode]))
          next()
        },
      ],
    })
    await request(app).get('/c?x=1')
    await request(app).get('/nope')
    expect(finished).toEqual([
      ['GET', '/c?x=1', 200],
      ['GET', '/nope', 404],
    ])
  })
})

describe('X-Request-Id', () => {
  const id = async (sent?: string): Promise<string | undefined> => {
    const pending = request(createApp(test.site)).get('/nope')
    return (await (sent === undefined ? pending : pending.set('X-Request-Id', sent))).headers['x-request-id']
  }

  it.each(['abc', '7f3a-1.2:3_4', 'x'.repeat(128)])('is preserved if the client sent one: %s', async sent => {
    expect(await id(sent)).toBe(sent)
  })

  it.each(['', 'a b', 'x'.repeat(129), '<script>', 'a,b', 'ü', undefined])(
    'replaces %j by a generated one',
    async sent => {
      expect(await id(sent)).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    },
  )
})

describe('an internal error', () => {
  const secret = 'password=hunter2 at /srv/data'
  const broken = () => {
    const onError = jest.fn()
    const read = () => Promise.reject(Object.assign(new Error(secret), { code: 'SQLITE_CORRUPT' }))
    Object.assign(test.platform.store, { read })
    return { onError, app: createApp(test.site, { onError, publicUrl: 'http://site.example' }) }
  }

  it('is 500 InternalError with the id of the request and without the cause', async () => {
    const { app, onError } = broken()
    const { body, headers, text } = await request(app)
      .get('/c')
      .auth('max', password)
      .set('X-Request-Id', 'abc')
      .expect(500)
    expect(body).toEqual({
      type: 'InternalError',
      message: expect.stringContaining('abc'),
      context: null,
      request_id: 'abc',
    })
    expect(headers['content-type']).toBe('application/json')
    expect(text).not.toMatch(/hunter2|SQLITE|\bat \b|\.ts|traceback|stack/)
    expect(onError).toHaveBeenCalledTimes(1)
    expect(onError).toHaveBeenCalledWith(expect.objectContaining({ message: secret }), 'abc')
  })

  it('is the same for any method, even without a listener', async () => {
    broken()
    const app = createApp(test.site)
    for (const method of ['get', 'post', 'patch', 'delete', 'put'] as const)
      expect((await request(app)[method]('/c').expect(500)).body.type).toBe('InternalError')
    await request(app).head('/c').expect(500)
  })

  it('in the user directory does not make the caller anonymous', async () => {
    Object.assign(test.platform.users, { user: () => Promise.reject(new Error(secret)) })
    const { text } = await request(createApp(test.site)).get('/c').auth('max', password).expect(500)
    expect(text).not.toContain('hunter2')
  })

  it('also remains hidden in an error listener', async () => {
    broken()
    const onError = () => {
      throw new Error(secret)
    }
    const { text } = await request(createApp(test.site, { onError })).get('/c').expect(500)
    expect(text).not.toContain('hunter2')
  })
})

describe('an unavailable store', () => {
  const unavailable = (cause?: Error) =>
    new DomainError(
      'store-unavailable',
      message('store.unreadable', { seconds: 5 }),
      { context: null, retryAfter: 5 },
      cause ? { cause } : {},
    )

  async function twice(error: DomainError) {
    const onError = jest.fn()
    Object.assign(test.platform.store, { read: () => Promise.reject(error) })
    const app = createApp(test.site, { onError })
    for (const id of ['one', 'two']) {
      const { body, headers } = await request(app).get('/c').set('X-Request-Id', id).expect(503)
      expect(body).toEqual({
        type: 'ServiceUnavailable',
        message: expect.stringContaining('5 seconds'),
        context: null,
        request_id: id,
      })
      expect(headers['retry-after']).toBe('5')
    }
    return onError.mock.calls
  }

  it('causes 503 without the cause, which is reported once to the operator', async () => {
    const error = unavailable(new Error('password=hunter2'))
    expect(await twice(error)).toEqual([[error, 'one']])
  })

  it('is not reported if the refusal has no cause', async () => {
    expect(await twice(unavailable())).toEqual([])
  })
})
