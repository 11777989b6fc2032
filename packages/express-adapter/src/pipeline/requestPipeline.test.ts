import http, { type Server } from 'node:http'
import { createScheduler, type Site, type Task } from '@plenum/core'
import {
  addPublished,
  connectRaw,
  createTestSite,
  eventually,
  listenOn,
  type RawConnection,
  type TestSite,
} from '@plenum/testkit'
import express from 'express'
import request from 'supertest'
import { type AppOptions, createApp } from '../createApp.js'
import { createRouter } from '../createRouter.js'
import { createServer } from '../createServer.js'
import { createAnswerBudget } from '../guards/answers/answerBudget.js'

let test: TestSite
let onError: jest.Mock
let works: { ended: number; abandoned: number; begun: number }
let servers: AsyncDisposable[]

beforeEach(async () => {
  test = await createTestSite({ languages: ['de'] })
  onError = jest.fn()
  servers = []
  await addPublished(test, '/', { '@type': 'Document', id: 'c', title: 'C' })
  works = { begun: 0, ended: 0, abandoned: 0 }
})

afterEach(async () => {
  for (const server of servers) await server[Symbol.asyncDispose]()
})

function watched(site: Site = test.site): Site {
  const begin = (): Task => {
    const task = site.scheduler.begin()
    works.begun += 1
    return {
      ...task,
      abandon: () => {
        works.abandoned += 1
        task.abandon()
      },
      end: () => {
        works.ended += 1
        task.end()
      },
    }
  }
  return { ...site, scheduler: { ...site.scheduler, begin } }
}

const get = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\nHost: a.example\r\n${headers}\r\n`
const isError = { type: expect.any(String), message: expect.any(String), context: null }

async function serving(site: Site = watched(), options: AppOptions = {}): Promise<Server> {
  const server = await listenOn(createServer(createApp(site, { onError, ...options })))
  servers.push(server)
  return server
}

describe('the boundary of the service', () => {
  it.each([
    ['many dashes', `a-${'-'.repeat(15_000)}`],
    ['many dashes just within the limit', `a${'-'.repeat(990)}`],
    ['many ranges', 'a-b-c,'.repeat(2000)],
  ])('ignores an Accept-Language with %s', async (_, header) => {
    const { status, headers } = await request(createApp(test.site, { onError, catalogs: { de: {} } }))
      .get('/c')
      .set('Accept-Language', `${header},de`)
    expect([status, headers['content-type'], onError.mock.calls]).toEqual([200, 'application/json', []])
    expect(headers['content-language']).toBe(header.length < 1000 ? 'de' : 'en')
  })

  it.each<[string, (broken: Site) => Partial<Site>]>([
    ['run', () => ({ run: () => Promise.reject(new Error('secret')) })],
    [
      'run, synchronously',
      () => ({
        run: () => {
          throw new Error('secret')
        },
      }),
    ],
    ['authenticate', () => ({ authenticate: () => Promise.reject(new Error('secret')) })],
    ['admit', () => ({ admit: () => Promise.reject(new Error('secret')) })],
    ['run, with a value that is not an Error', () => ({ run: () => Promise.reject(undefined), admit: async () => {} })],
  ])('reports a failure to %s as 500 with the id, in JSON', async (_, broken) => {
    const app = createApp({ ...test.site, ...broken(test.site) }, { onError })
    const { status, headers, body, text } = await request(app)
      .post('/c')
      .auth('max', 'Secret-password-1')
      .send({ '@type': 'Document', title: 'x' })
    expect([status, headers['content-type'], body.type]).toEqual([500, 'application/json', 'InternalError'])
    expect(onError.mock.calls.map(([, id]) => id)).toEqual([headers['x-request-id']])
    expect(text).not.toMatch(/secret|\.ts|node_modules/)
  })

  it('reports an error that cannot be translated', async () => {
    const circle: Record<string, unknown> = {}
    circle.circle = circle
    const site = { ...test.site, run: async () => circle } as unknown as Site
    const { body } = await request(createApp(site, { onError })).get('/@roles').expect(500)
    expect(body.type).toBe('InternalError')
    expect(onError).toHaveBeenCalledTimes(1)
  })

  it.each<[string, express.RequestHandler, number, number]>([
    [
      'throws',
      () => {
        throw new Error('secret')
      },
      500,
      1,
    ],
    ['rejects', async () => Promise.reject(new Error('secret')), 500, 1],
    ['fails', (_req, _res, next) => next(new Error('secret')), 500, 1],
    ['fails with a value that is not an Error', (_req, _res, next) => next('secret'), 500, 1],
    ['refuses', (_req, _res, next) => next(Object.assign(new Error('no'), { status: 413, expose: true })), 413, 0],
  ])('answers in JSON if a preceding handler %s: %#', async (_, handler, status, faults) => {
    const app = createApp(test.site, { onError, before: [handler] })
    const answer = await request(app).get('/c')
    expect([answer.status, answer.headers['content-type']]).toEqual([status, 'application/json'])
    expect(answer.body).toMatchObject(isError)
    expect(answer.headers['x-request-id']).toMatch(/^[\w-]{36}$/)
    expect(onError.mock.calls.map(([, id]) => id)).toEqual(Array(faults).fill(answer.headers['x-request-id']))
    expect(answer.text).not.toMatch(/secret|\.ts|node_modules|<html/)
  })
})

describe('an application with the service', () => {
  it('answers in JSON even if a preceding handler skips the remaining routes', async () => {
    const leaving: express.RequestHandler = (_req, _res, next) => next('router')
    const { status, body } = await request(createApp(test.site, { before: [leaving] })).get('/nope')
    expect([status, body.type]).toEqual([404, 'NotFound'])
  })
})

describe('cross-site writes', () => {
  const app = () =>
    createApp(test.site, { publicUrl: 'https://conf.example/site', corsOrigins: ['https://friend.example'] })
  const post = (headers: Record<string, string>, application = app()) =>
    request(application)
      .post('/c')
      .auth('max', 'Secret-password-1')
      .set({ Host: 'site.example', ...headers })
      .send({ '@type': 'Document', title: 'x' })

  it('are refused before the password is checked', async () => {
    const { body } = await request(app())
      .delete('/c')
      .auth('max', 'wrong')
      .set('Origin', 'https://evil.example')
      .expect(403)
    expect(body).toEqual({ type: 'Forbidden', message: expect.stringContaining('evil.example'), context: null })
  })

  it('have an origin other than Host, the public URL and CORS_ORIGINS', async () => {
    for (const origin of ['http://site.example', 'https://conf.example', 'https://friend.example'])
      await post({ Origin: origin }).expect(201)
    await post({}).expect(201)
    await post({ 'Sec-Fetch-Site': 'same-origin' }).expect(201)
    await post({ Origin: 'https://friend.example', 'Sec-Fetch-Site': 'cross-site' }).expect(201)
    await post({ Origin: 'https://evil.example' }).expect(403)
    await post({ 'Sec-Fetch-Site': 'cross-site' }).expect(403)
    await post({ Origin: 'null' }).expect(403)
  })

  it('use the forwarded host of a trusted proxy, but not of other senders', async () => {
    const headers = { Origin: 'https://outside.example', 'X-Forwarded-Host': 'outside.example' }
    await post(headers, createApp(test.site, { trustProxy: 1 })).expect(201)
    await post(headers, createApp(test.site)).expect(403)
  })
})

describe('the processing of a request', () => {
  const lists = async (length = 20_000): Promise<Site> => {
    const items = Array.from({ length }, (_, i) => ({ title: `Talk ${i}`.repeat(30) }))
    return watched({ ...test.site, run: async () => items } as unknown as Site)
  }

  it('ends with each answer', async () => {
    const connection = await connectRaw(await serving())
    connection.send(get('/c') + get('/nope') + get('/%') + get('/c', 'Authorization: Basic eDp5\r\n'))
    expect((await connection.wait(4)).map(({ status }) => status)).toEqual([200, 404, 400, 401])
    await eventually('the ends', () => works.ended === 4)
    expect(works).toEqual({ begun: 4, ended: 4, abandoned: 0 })
  })

  it('lasts until the client has received a large answer', async () => {
    const connection = await connectRaw(await serving(await lists()))
    connection.socket.pause()
    connection.send(get('/@roles'))
    await new Promise(resolve => setTimeout(resolve, 300))
    expect(works.ended).toBe(0)
    connection.socket.resume()
    const [answer] = await connection.wait(1)
    expect(answer?.text.length).toBeGreaterThan(4_000_000)
    await eventually('the end', () => works.ended === 1)
    expect(works.abandoned).toBe(0)
  })

  it('times out for a client that receives nothing, regardless of what it sends', async () => {
    const connection = await connectRaw(
      await serving(await lists(), { answerBudget: createAnswerBudget({ bytes: 1e9, timeout: 300 }) }),
    )
    connection.socket.pause()
    connection.send(get('/@roles'))
    const sending = setInterval(() => connection.socket.writable && connection.send('G'), 20)
    await eventually('the end', () => works.ended === 1)
    clearInterval(sending)
    expect(onError).not.toHaveBeenCalled()
  })

  const onLinux = process.platform === 'linux' ? it : it.skip
  onLinux('continues for a client that receives slowly, although the kernel hides it', async () => {
    const connection = await connectRaw(
      await serving(await lists(60_000), { answerBudget: createAnswerBudget({ bytes: 1e9, timeout: 1000 }) }),
    )
    const { socket } = connection
    let bytes = 0
    socket.on('data', ({ length }) => {
      bytes += length
      socket.pause()
    })
    const reading = setInterval(() => socket.resume(), 100)
    connection.send(get('/@roles'))
    await new Promise(resolve => setTimeout(resolve, 3500))
    clearInterval(reading)
    expect([works.ended, socket.destroyed]).toEqual([0, false])
    expect(bytes).toBeLessThan(4_000_000)
    socket.removeAllListeners('data').on('data', ({ length }) => {
      bytes += length
    })
    socket.resume()
    await eventually('the end', () => works.ended === 1)
    expect(bytes).toBeGreaterThan(12_000_000)
  })

  it('is aborted when a reading client disconnects, which is not an error', async () => {
    let isGiven = false
    const scheduler = createScheduler({
      now: () => performance.now(),
      nextSlice: callback => void setImmediate(callback),
    })
    const site = watched({
      ...test.site,
      scheduler,
      run: async (_name: string, { task }: { task: Task }) => {
        isGiven = true
        for (;;) await task.next()
      },
    } as unknown as Site)
    const connection = await connectRaw(await serving(site))
    connection.send(get('/c'))
    await eventually('the work', () => isGiven)
    connection.socket.destroy()
    await eventually('the end', () => works.ended === 1)
    expect([works.abandoned, onError.mock.calls]).toEqual([1, []])
  })

  it('of a write continues when the client disconnects', async () => {
    const connection: RawConnection = await connectRaw(await serving())
    const commit = test.platform.store.commit.bind(test.platform.store)
    let release = (): void => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    let isCommitting = false
    Object.assign(test.platform.store, {
      commit: async (...parameters: Parameters<typeof commit>) => {
        isCommitting = true
        await held
        return commit(...parameters)
      },
    })
    const auth = `Authorization: Basic ${Buffer.from('max:Secret-password-1').toString('base64')}\r\n`
    connection.send(`DELETE /c HTTP/1.1\r\nHost: a.example\r\n${auth}\r\n`)
    await eventually('the commit', () => isCommitting)
    connection.socket.destroy()
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(works).toEqual({ begun: 1, ended: 0, abandoned: 0 })
    release()
    await eventually('the end', () => works.ended === 1)
    await request(createApp(test.site)).get('/c').expect(404)
    expect(onError).not.toHaveBeenCalled()
  })
})

describe('a body that the application has read', () => {
  it('is still checked by its content type', async () => {
    const app = express().use(express.text({ type: '*/*' }), createRouter(test.site))
    const post = (type: string) =>
      request(app).post('/c').auth('max', 'Secret-password-1').set('Content-Type', type).send('{"@type":"Document"}')
    await post('text/plain').expect(415)
    await post('application/json').expect(400)
  })
})

describe('HEAD', () => {
  it('returns the length of a large answer without its body', async () => {
    const items = Array.from({ length: 5000 }, () => ({ title: 'x'.repeat(100) }))
    const server = await serving(watched({ ...test.site, run: async () => items } as unknown as Site))
    const { port } = server.address() as { port: number }
    const answer = await new Promise<http.IncomingMessage>(resolve =>
      http.request({ port, host: '127.0.0.1', method: 'HEAD', path: '/@roles' }, resolve).end(),
    )
    expect([answer.statusCode, answer.headers['content-length']]).toEqual([200, String(JSON.stringify(items).length)])
    answer.resume()
  })
})
