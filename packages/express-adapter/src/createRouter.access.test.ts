import { addPublished, createTestSite, password, type TestSite, type TestUser } from '@plenum/testkit'
import type { Express } from 'express'
import request from 'supertest'
import { createApp } from './createApp.js'

const base = 'http://site.example'

let test: TestSite
let app: Express

beforeAll(async () => {
  test = await createTestSite()
  app = createApp(test.site)
  await addPublished(test, '/', { '@type': 'Document', id: 'pub', title: 'Public' })
  await test.run('addContent', '/pub', { as: 'con', input: { '@type': 'Document', id: 'own', title: 'Own' } })
  await addPublished(test, '/pub/own', { '@type': 'Document', id: 'open', title: 'Open' })
  await test.run('addContent', '/', { as: 'max', input: { '@type': 'Document', id: 'secret', title: 'Secret' } })
  await test.run('addContent', '/', { as: 'max', input: { '@type': 'Document', id: 'pending', title: 'Pending' } })
  await test.run('transitionContent', '/pending', { as: 'max', input: { transition: 'submit', body: {} } })
})

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete' | 'options' | 'trace'

function send(method: Method, path: string, as?: TestUser) {
  const sent = request(app)[method](path).set('Host', 'site.example')
  return as ? sent.auth(as, password) : sent
}

const withHeader = (path: string, authorization: string) =>
  request(app).get(path).set('Host', 'site.example').set('Authorization', authorization)

const everyone = [undefined, 'mia', 'rex', 'edi', 'con', 'rea', 'sia', 'max'] as const

describe('error shape A', () => {
  it('for missing content has type, message and the closest ancestor that everyone may view', async () => {
    const { body, headers } = await send('get', '/pub/nope/deeper').expect(404)
    expect(body).toEqual({ type: 'NotFound', message: expect.any(String), context: `${base}/pub` })
    expect(headers['content-type']).toBe('application/json')
  })

  it.each([
    ['/pub/own', `${base}/pub`],
    ['/secret', base],
    ['/pub/own/nope', `${base}/pub`],
    ['/secret/nope', base],
    ['/pub/own/open/nope', `${base}/pub/own/open`],
  ])('has the following context for a refusal at %s: %s', async (path, context) => {
    expect((await send('get', path)).body.context).toBe(context)
    expect((await send('get', path, 'mia')).body.context).toBe(context)
  })

  it('has a null context if not everyone may view the site', async () => {
    const view = ['Manager', 'Reader']
    const closed = await createTestSite({
      extensions: { permissions: { View: view, 'Access contents information': view } },
    })
    const itsApp = createApp(closed.site)
    expect((await request(itsApp).get('/').expect(401)).body).toMatchObject({ type: 'Unauthorized', context: null })
    expect((await request(itsApp).get('/nope').expect(404)).body).toMatchObject({ type: 'NotFound', context: null })
    await request(itsApp).get('/').auth('rea', password).expect(200)
  })

  it('for a bad request has the object itself as its context', async () => {
    const { body } = await send('get', '/pub/own?b_size=x', 'con').expect(400)
    expect(body).toEqual({ type: 'BadRequest', message: expect.any(String), context: `${base}/pub/own` })
  })

  it('never contains a traceback, even for Managers', async () => {
    expect((await send('get', '/nope', 'max').expect(404)).body).not.toHaveProperty('traceback')
  })
})

describe('error shape B', () => {
  it('for refusals of a service has type and message under error', async () => {
    const { body } = await send('post', '/pub', 'con').send({ '@type': 'Nope', title: 'x' }).expect(403)
    expect(body).toEqual({ error: { type: 'Forbidden', message: expect.stringContaining('Nope') } })
  })

  it('is used for unknown, forbidden and unavailable transitions', async () => {
    for (const transition of ['nope', 'publish', 'reject', 'constructor', '__proto__']) {
      const { body } = await send('post', `/pub/own/@workflow/${transition}`, 'con').expect(400)
      const message = `No workflow provides the '${transition}' action.`
      expect(body).toEqual({ error: { type: 'WorkflowException', message }, blockers: expect.any(Array) })
    }
    const { body } = await send('post', '/pub/own/@workflow', 'con').expect(400)
    expect(body).toEqual({ error: { type: 'BadRequest', message: expect.any(String) } })
    await send('post', '/pub/own/@workflow/submit/more', 'con').expect(404)
  })
})

describe('status 401, 403 and 404', () => {
  it.each([
    ['/pub', everyone],
    ['/pub/own/open', everyone],
    ['/pub/own', ['edi', 'con', 'rea', 'sia', 'max']],
    ['/secret', ['edi', 'con', 'rea', 'sia', 'max']],
    ['/pending', ['rex', 'edi', 'con', 'rea', 'sia', 'max']],
  ] as const)('%s exists for %j, and is 401 for all others', async (path, allowed) => {
    for (const as of everyone) {
      const { status } = await send('get', path, as)
      expect([as, status]).toEqual([as, (allowed as readonly unknown[]).includes(as) ? 200 : 401])
    }
  })

  it('404 applies to everyone for missing content, even below private content', async () => {
    for (const as of everyone) await send('get', '/secret/nope', as).expect(404)
  })

  it.each([
    ['get', '/pub/@nope'],
    ['get', '/pub/@Search'],
    ['get', '/pub/@search/more'],
    ['post', '/pub/@search'],
    ['delete', '/@users/mia/more'],
    ['put', '/pub'],
    ['options', '/pub'],
    ['trace', '/pub'],
    ['patch', '/pub/@workflow/publish'],
    ['get', '/pub/@users'],
    ['get', '/pub/@users/mia'],
    ['get', '/pub/@controlpanels/tech-event-settings'],
    ['get', '/@controlpanels/nope'],
    ['get', '/pub/@schedule'],
    ['get', '/pub/@components/actions'],
  ] as const)('404 instead of 405 applies to all callers for %s %s', async (method, path) => {
    for (const as of [undefined, 'mia', 'max'] as const) {
      const { body } = await send(method, path, as).expect(404)
      expect(body).toMatchObject({ type: 'NotFound', context: path.startsWith('/pub') ? `${base}/pub` : base })
    }
  })

  it('401 for a missing permission precedes any check of the input', async () => {
    for (const as of [undefined, 'mia', 'rea'] as const) {
      expect((await send('post', '/pub', as).type('json').send('{bad').expect(401)).body.type).toBe('Unauthorized')
      expect((await send('patch', '/pub', as).send({ title: 5 }).expect(401)).body.type).toBe('Unauthorized')
      expect((await send('delete', '/pub', as).expect(401)).body.type).toBe('Unauthorized')
    }
    await send('get', '/secret?b_size=x').expect(401)
  })

  it('401 never makes a browser prompt for a password', async () => {
    const { headers } = await send('get', '/secret').expect(401)
    expect(headers['www-authenticate'] ?? '').not.toMatch(/basic/i)
    expect((await withHeader('/pub', 'Basic x')).headers['www-authenticate'] ?? '').not.toMatch(/basic/i)
  })
})

describe('the setting for several events', () => {
  const panel = '/@controlpanels/tech-event-settings'

  it('may be read and written with Manage portal, which Site Administrators lack', async () => {
    for (const as of [undefined, 'mia', 'edi', 'sia'] as const) {
      await send('get', panel, as).expect(401)
      await send('patch', panel, as).send({ support_multiple_events: true }).expect(401)
    }
    expect((await send('get', panel, 'max').expect(200)).body).toMatchObject({
      '@id': base + panel,
      schema: { properties: { support_multiple_events: { type: 'boolean' } } },
      data: { support_multiple_events: false },
    })
  })

  it.each([5, 'yes', null, {}])('rejects %j, which is not a boolean', async value => {
    expect((await send('patch', panel, 'max').send({ support_multiple_events: value }).expect(400)).body.type).toBe(
      'BadRequest',
    )
  })

  it('cannot be changed by a PATCH of the site root', async () => {
    await send('patch', '/', 'max').send({ support_multiple_events: true }).expect(204)
    expect((await send('get', panel, 'max')).body.data).toEqual({ support_multiple_events: false })
  })
})

describe('credentials', () => {
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

  it.each([
    ['a wrong password', basic('max:wrong')],
    ['an unknown user', basic(`nobody:${password}`)],
    ['a name in another case', basic(`MAX:${password}`)],
    ['an empty password', basic('max:')],
    ['empty credentials', basic(':')],
    ['no colon', basic('max')],
    ['no base64', 'Basic !!!'],
    ['an empty value after the scheme', 'Basic'],
    ['blanks after the scheme', 'Basic   '],
    ['text after the password', basic(`max:${password}x`)],
    ['a name that every object inherits', basic(`__proto__:${password}`)],
    ['another spelling of the scheme', basic('max:wrong').replace('Basic', 'bAsIc')],
  ])('with %s are refused by 401 in shape A without context, even for public content', async (_, authorization) => {
    const { body } = await withHeader('/pub', authorization).expect(401)
    expect(body).toEqual({ type: 'Unauthorized', message: expect.any(String), context: null })
  })

  it.each(['Bearer abc', 'Bearer', 'Digest username="max"', 'Token x', 'nonsense', 'Basically x'])(
    'in the form %s are ignored, and the caller is anonymous',
    async authorization => {
      await withHeader('/pub', authorization).expect(200)
      await withHeader('/secret', authorization).expect(401)
    },
  )

  it('may have a scheme in any case, and a password with colons and any characters', async () => {
    const user = { username: 'colon', email: 'c@example.org', password: 'pass:wörd:1' }
    await test.site.createUser({ ...user, roles: ['Manager'] })
    await withHeader('/secret', basic('colon:pass:wörd:1').replace('Basic', 'basic')).expect(200)
  })

  it('are checked even if nothing exists at the path', async () => {
    expect((await withHeader('/nope', basic('max:wrong')).expect(401)).body.context).toBeNull()
  })
})

describe('the local role Owner', () => {
  it('lets the creator view, modify, submit and delete, and applies below', async () => {
    await test.run('addContent', '/pub', { as: 'con', input: { '@type': 'Document', id: 'mine', title: 'Mine' } })
    await test.run('addContent', '/pub/mine', { as: 'max', input: { '@type': 'Document', id: 'in', title: 'In' } })
    await send('get', '/pub/mine', 'con').expect(200)
    await send('patch', '/pub/mine', 'con').send({ title: 'Changed' }).expect(204)
    await send('patch', '/pub/mine/in', 'con').send({ title: 'Changed' }).expect(204)
    expect((await send('post', '/pub/mine/@workflow/publish', 'con').expect(400)).body.error.type).toBe(
      'WorkflowException',
    )
    expect((await send('post', '/pub/mine/@workflow/submit', 'con').expect(200)).body).toMatchObject({
      action: 'submit',
      actor: 'con',
      review_state: 'pending',
    })
    await send('delete', '/pub/mine/in', 'con').expect(204)
    await send('delete', '/pub/mine', 'con').expect(204)
  })

  it('is granted to no other user', async () => {
    await send('patch', '/pub/own', 'rea').send({ title: 'x' }).expect(401)
    await send('patch', '/pub', 'con').send({ title: 'x' }).expect(401)
  })
})
