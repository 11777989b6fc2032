import { createSite, firstValue, type Member } from '@plenum/core'
import { createTestSite, password, type TestSite, testMember } from '@plenum/testkit'
import express, { type Express } from 'express'
import request from 'supertest'
import { createApp } from './createApp.js'
import { createRouter } from './createRouter.js'
import { ok } from './exchange/reply.js'
import { route } from './exchange/route.js'
import type { RouterOptions } from './pipeline/requestPipeline.js'

let test: TestSite

beforeEach(async () => {
  test = await createTestSite()
  await test.run('addContent', '/', { as: 'max', input: { '@type': 'Document', id: 'page', title: 'Page' } })
})

const guest: Member = { kind: 'member', id: 'guest-7', fullname: 'A guest', roles: ['Editor'], groups: [] }

const appWith = (options: RouterOptions): Express => createApp(test.site, options)

const callerOf: RouterOptions['callerOf'] = req => (req.get('x-session') === '7' ? guest : undefined)

describe('callerOf', () => {
  it('determines the caller instead of the login system of the site', async () => {
    const app = appWith({ callerOf })
    await request(app).get('/page').set('X-Session', '7').expect(200)
    await request(app).get('/page').expect(401)
    await request(app).get('/page').auth('max', password).expect(401)
    await request(app).get('/').auth('max', 'wrong').expect(200)
    const sent = { title: 'Of a guest', changeNote: 'Mine' }
    await request(app).patch('/page').set('X-Session', '7').send(sent).expect(204)
    const { body } = await request(app).get('/page/@history').set('X-Session', '7').expect(200)
    expect(body[0]).toMatchObject({ comments: 'Mine', actor: { id: 'guest-7' } })
  })

  it('may be asynchronous, and may defer to the login system of the site', async () => {
    const app = appWith({ callerOf: async (req, ownLogin) => (await callerOf?.(req, ownLogin)) ?? ownLogin() })
    await request(app).get('/page').set('X-Session', '7').expect(200)
    await request(app).get('/page').auth('max', password).expect(200)
    await request(app).get('/page').auth('max', 'wrong').expect(401)
    const { body } = await request(app).post('/@login').send({ login: 'max', password }).expect(200)
    await request(app).get('/page').set('Authorization', `Bearer ${body.token}`).expect(200)
  })

  it('may name a member of the site, whose current roles apply', async () => {
    const app = appWith({ callerOf: async req => (await test.site.member(req.get('x-user') ?? '')) ?? undefined })
    await request(app).get('/page').set('X-User', 'max').expect(200)
    await request(app).get('/page').set('X-User', 'mia').expect(401)
    await request(app).get('/page').set('X-User', 'nobody').expect(401)
    const user = await test.platform.users.user('mia')
    if (user) await test.platform.users.replace({ ...user, roles: ['Manager'] })
    await request(app).get('/page').set('X-User', 'mia').expect(200)
  })

  it('makes answers to members private, and adds Cookie to Vary', async () => {
    const app = appWith({ callerOf })
    const { headers } = await request(app).get('/').set('X-Session', '7').expect(200)
    expect([headers['cache-control'], headers.vary]).toEqual([
      expect.stringMatching(/^private\b/),
      expect.stringContaining('Cookie'),
    ])
  })

  it('that throws causes an internal error, and the caller does not become anonymous', async () => {
    const onError = jest.fn()
    const app = appWith({ callerOf: () => Promise.reject(new Error('no session store')), onError })
    expect((await request(app).get('/').expect(500)).text).not.toContain('session store')
    expect(onError).toHaveBeenCalledTimes(1)
  })

  it('issues no token for a user of the same name', async () => {
    const app = appWith({ callerOf: () => testMember('max') })
    await request(app).get('/page').expect(200)
    expect((await request(app).post('/@login-renew').expect(401)).body.error.type).toBe(
      'Invalid or expired authentication token',
    )
  })

  it('disables token logins if there is no signer', async () => {
    const { tokens: _, ...platform } = test.platform
    const app = createApp(createSite(platform), { callerOf })
    for (const [method, path] of [
      ['get', '/@login'],
      ['post', '/@login'],
      ['post', '/@login-renew'],
      ['post', '/@logout'],
    ] as const)
      expect(
        (
          await request(app)
            [method](path)
            .send(method === 'post' ? {} : undefined)
            .expect(404)
        ).body,
      ).toEqual({
        type: 'NotFound',
        message: 'This site does not support token logins.',
        context: expect.any(String),
      })
  })
})

describe('routes of an application', () => {
  const mine = route('GET @mine', 'searchContent', {
    input: request => ({
      batch: { start: 0, size: 10 },
      metadata: [],
      fullObjects: false,
      parameters: { Creator: request.caller.kind === 'member' ? request.caller.id : '' },
    }),
    reply: ({ total }, request) => ok({ total, wanted: firstValue(request.query, 'wanted') ?? null }),
  })

  it('run an operation as the caller, with all guards of the service', async () => {
    const app = express().use('/cms', createRouter(test.site, { routes: [mine] }))
    const { body, headers } = await request(app).get('/cms/@mine?wanted=x').auth('max', password).expect(200)
    expect(body).toEqual({ total: 2, wanted: 'x' })
    expect(headers['content-language']).toBe('en')
    expect((await request(app).get('/cms/page/@mine').expect(401)).body.type).toBe('Unauthorized')
    await request(createApp(test.site)).get('/@mine').expect(404)
  })

  it('take precedence over routes of the service', async () => {
    const own = route('GET @roles', 'getLanguageSettings', { reply: ({ defaultLanguage }) => ok({ defaultLanguage }) })
    const app = appWith({ routes: [own] })
    expect((await request(app).get('/@roles').auth('max', password).expect(200)).body).toEqual({
      defaultLanguage: 'en',
    })
    await request(app).get('/@groups').auth('max', password).expect(200)
  })
})
