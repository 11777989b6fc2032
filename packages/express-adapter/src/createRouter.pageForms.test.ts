import type { PollPayload, RefusalPayload } from '@plenum/core/answers'
import {
  addPublished,
  buildMail,
  createTestSite,
  formTokenIn,
  password,
  plainPages,
  readPlainPage,
  type TestSite,
} from '@plenum/testkit'
import type { Express } from 'express'
import request, { type Response } from 'supertest'
import { createApp } from './createApp.js'

const host = 'site.example'
const origin = `http://${host}`
const browser = 'text/html,*/*;q=0.8'

let test: TestSite
let app: Express

beforeEach(async () => {
  test = await createTestSite()
  app = createApp(test.site, { html: plainPages })
  await addPublished(test, '/', { '@type': 'Document', id: 'a', title: 'First' })
  const options = [{ description: 'A' }, { description: 'B' }]
  const poll = {
    '@type': 'collective.polls.poll',
    id: 'p',
    title: 'P',
    options,
    allow_anonymous: true,
    show_results: true,
  }
  await test.run('addContent', '/', { as: 'max', input: poll })
  await test.run('transitionContent', '/p', { as: 'max', input: { transition: 'open', body: {} } })
})

/** Opens a client that, like a browser, stores cookies and sends the origin of its forms. */
function openBrowser() {
  const cookies = new Map<string, string>()
  const keep = (answer: Response): Response => {
    for (const cookie of ([] as string[]).concat(answer.headers['set-cookie'] ?? [])) {
      const [, name = '', value = '', rest = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(cookie) ?? []
      if (rest.includes('Max-Age=0')) cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  const sent = () => ({ Host: host, Cookie: [...cookies].map(pair => pair.join('=')).join('; ') })
  const open = async (path: string, accept = browser) =>
    keep(
      await request(app)
        .get(path)
        .set({ ...sent(), Accept: accept }),
    )
  const send = async (path: string, fields: object | string, headers: Readonly<Record<string, string>> = {}) =>
    keep(
      await request(app)
        .post(path)
        .set({ ...sent(), Origin: origin, 'Content-Type': 'application/x-www-form-urlencoded', ...headers })
        .send(fields),
    )
  const tokenOf = async (path: string) => formTokenIn((await open(path)).text)
  const logIn = async (name = 'max', more: object = {}) =>
    send('/@@do/login', { login: name, password, token: await tokenOf('/login'), ...more })
  return { cookies, open, send, tokenOf, logIn }
}

type Browser = ReturnType<typeof openBrowser>

const stateOf = (path: string) => test.run('getState', path, { as: 'max', input: {} })

describe('a session of a page', () => {
  it('begins with a form and a cookie that scripts cannot read', async () => {
    const visitor = openBrowser()
    const answer = await visitor.logIn('max', { came_from: '/a/@history?x=1' })
    expect(answer.status).toBe(303)
    expect(answer.headers.location).toBe(`${origin}/a/@history?x=1`)
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(answer.headers['set-cookie']?.[0]).toMatch(/^plenum_session=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(readPlainPage((await visitor.open('/a')).text)).toMatchObject({
      caller: { id: 'max' },
      notice: { text: 'You are logged in.' },
    })
    expect(readPlainPage((await visitor.open('/a')).text).notice).toBeNull()
  })

  it('has a Secure cookie if the site uses HTTPS', async () => {
    app = createApp(test.site, { html: plainPages, publicUrl: 'https://site.example/cms' })
    const visitor = openBrowser()
    const token = await visitor.tokenOf('/login')
    const answer = await visitor.send(
      '/@@do/login',
      { login: 'max', password, token },
      { Origin: 'https://site.example' },
    )
    expect(answer.headers['set-cookie']?.[0]).toMatch(/; Path=\/cms; HttpOnly; SameSite=Lax; Secure$/)
  })

  it('applies to pages only, never to JSON', async () => {
    const visitor = openBrowser()
    await visitor.logIn()
    expect((await visitor.open('/a/@history')).status).toBe(200)
    expect((await visitor.open('/a/@history', 'application/json')).status).toBe(401)
    expect((await visitor.open('/++api++/a/@history')).status).toBe(401)
    expect((await visitor.open('/@users')).status).toBe(401)
    const patched = await request(app)
      .patch('/a')
      .set({ Host: host, Origin: origin, Cookie: `plenum_session=${visitor.cookies.get('plenum_session')}` })
      .send({ title: 'Taken' })
    expect(patched.status).toBe(401)
  })

  it('ends with a form, even for clients that retain the cookie', async () => {
    const visitor = openBrowser()
    await visitor.logIn()
    const session = visitor.cookies.get('plenum_session') ?? ''
    const answer = await visitor.send('/@@do/logout', { token: await visitor.tokenOf('/a') })
    expect(answer.status).toBe(303)
    expect(visitor.cookies.has('plenum_session')).toBe(false)
    visitor.cookies.set('plenum_session', session)
    expect(readPlainPage((await visitor.open('/a')).text).caller).toBeNull()
  })

  it('ends with the password', async () => {
    const visitor = openBrowser()
    await visitor.logIn('con')
    await test.run('editUser', '/', { as: 'max', input: { id: 'con', body: { password: 'Another-password-1' } } })
    expect(readPlainPage((await visitor.open('/a')).text).caller).toBeNull()
  })

  it('does not begin with a wrong password, which counts towards the login limit', async () => {
    const visitor = openBrowser()
    const token = await visitor.tokenOf('/login')
    const wrong = { login: 'max', password: 'wrong-password', token, came_from: '/a' }
    const { status, text, headers } = await visitor.send('/@@do/login', wrong)
    expect(status).toBe(401)
    expect(headers['set-cookie']).toBeUndefined()
    expect(readPlainPage(text)).toMatchObject({
      view: 'login',
      answer: { came_from: '/a', message: expect.any(String) },
    })
    for (let i = 0; i < 9; i++) await visitor.send('/@@do/login', wrong)
    expect((await visitor.logIn('max')).status).toBe(429)
  })
})

describe('files on pages', () => {
  /** The first bytes of a PNG image of 1000 by 500 pixels. */
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452000003e8000001f408020000', 'hex')
  const image = { data: png.toString('base64'), encoding: 'base64', filename: 'a.png', 'content-type': 'image/png' }
  const file = { ...image, 'content-type': 'application/pdf' }

  async function addFiles() {
    const imageNamed = (id: string) => ({ '@type': 'Image', id, title: id, image })
    await test.run('addContent', '/', { as: 'max', input: { '@type': 'Document', id: 'draft', title: 'Draft' } })
    await test.run('addContent', '/draft', { as: 'max', input: imageNamed('i') })
    await test.run('addContent', '/draft', { as: 'max', input: { '@type': 'File', id: 'f', title: 'f', file } })
    await test.run('addContent', '/', { as: 'max', input: imageNamed('open') })
    const lasting = async (path: string) => {
      const { body } = await request(app).get(path).set('Host', host).auth('max', password)
      return String(body.image.download).slice(origin.length)
    }
    return { hidden: await lasting('/draft/i'), open: await lasting('/open') }
  }

  async function openTwo() {
    const [member, visitor] = [openBrowser(), openBrowser()]
    await member.logIn()
    return { member, visitor, ...(await addFiles()) }
  }

  it('are sent to a session, and not stored by shared caches', async () => {
    const { member, visitor, hidden } = await openTwo()
    for (const path of [
      '/draft/i/@@images/image',
      '/draft/i/@@images/image/preview',
      '/draft/f/@@download/file',
      hidden,
    ]) {
      const { status, headers } = await member.open(path, 'image/avif,*/*')
      expect([path, status]).toEqual([path, 200])
      expect(headers['cache-control']).toMatch(/^private, /)
      expect(headers.vary).toBe('Authorization, Cookie')
      expect((await visitor.open(path)).status).toBe(401)
    }
  })

  it('are revalidated for the session, but not for others who know the ETag', async () => {
    const { member, visitor } = await openTwo()
    const path = '/draft/i/@@images/image'
    const { etag = '' } = (await member.open(path)).headers
    const ask = ({ cookies }: Browser) =>
      request(app)
        .get(path)
        .set({ Host: host, Cookie: [...cookies].map(pair => pair.join('=')).join('; '), 'If-None-Match': etag })
    const { status, headers } = await ask(member)
    expect([status, headers['cache-control'], headers.vary]).toEqual([
      304,
      'private, no-cache',
      'Authorization, Cookie',
    ])
    expect((await ask(visitor)).status).toBe(401)
  })

  it('are cacheable for all if visitors may view them, except in an answer to a session', async () => {
    const { member, visitor, open } = await openTwo()
    for (const path of [open, '/open/@@images/image']) {
      const shared = (await visitor.open(path)).headers
      expect([shared['cache-control'], shared.vary]).toEqual([expect.stringMatching(/^public, /), 'Authorization'])
      expect((await member.open(path)).headers['cache-control']).toMatch(/^private, /)
      member.cookies.set('plenum_session', 'one.that.ended')
      expect((await member.open(path)).headers['cache-control']).toMatch(/^private, /)
      await member.logIn()
    }
  })

  it('are not available to a session at API addresses, or with any method except GET and HEAD', async () => {
    const { member } = await openTwo()
    expect((await member.open('/++api++/draft/i/@@images/image')).status).toBe(401)
    expect((await member.open('/draft/i', 'application/json')).status).toBe(401)
    expect((await member.send('/draft/i/@@images/image', {})).status).toBe(404)
    expect((await member.open('/@portrait/max')).headers.vary).toBe('Authorization')
  })

  it('are available to API clients only if there are no pages', async () => {
    const { member, hidden } = await openTwo()
    app = createApp(test.site)
    const { status, headers } = await member.open(hidden)
    expect([status, headers.vary]).toEqual([401, 'Authorization'])
  })
})

describe('a form on a page', () => {
  it('casts the vote of a visitor only once', async () => {
    const visitor = openBrowser()
    const token = await visitor.tokenOf('/p/@poll')
    const { options } = readPlainPage((await visitor.open('/p/@poll')).text).answer as PollPayload
    const option = String(options[1]?.option_id)
    const answer = await visitor.send('/p/@@do/vote', { token, option, came_from: `${origin}/p/@poll` })
    expect(answer.status).toBe(303)
    expect(answer.headers.location).toBe(`${origin}/p/@poll`)
    expect(readPlainPage((await visitor.open('/p/@poll')).text)).toMatchObject({
      notice: { text: 'Your vote was counted.' },
      answer: { total_votes: 1 },
    })
    const again = await visitor.send('/p/@@do/vote', { token, option })
    expect(again.status).toBe(403)
    expect(readPlainPage(again.text)).toMatchObject({
      view: 'error',
      path: '/p',
      answer: { error: { type: 'AlreadyVoted' } },
    })
  })

  it('of a poll is replaced for a visitor who has voted, on a private page that no cache stores', async () => {
    const [voter, stranger] = [openBrowser(), openBrowser()]
    const token = await voter.tokenOf('/p/@poll')
    const { options } = readPlainPage((await voter.open('/p/@poll')).text).answer as PollPayload
    await voter.send('/p/@@do/vote', { token, option: String(options[0]?.option_id) })
    await voter.open('/p')
    for (const path of ['/p', '/p/@poll']) {
      const { text, headers } = await voter.open(path)
      expect(readPlainPage(text).more.hasVoted).toBe(true)
      expect([headers['cache-control'], headers.etag]).toEqual(['private, no-store', undefined])
      expect(readPlainPage((await stranger.open(path)).text).more).not.toHaveProperty('hasVoted')
    }
    expect((await voter.open('/p/@poll', 'application/json')).body).toMatchObject({ has_voted: null })
    stranger.cookies.set(
      [...voter.cookies.keys()].find(name => name.startsWith('collective.poll')) ?? '',
      'A'.repeat(22),
    )
    expect(readPlainPage((await stranger.open('/p')).text).more).not.toHaveProperty('hasVoted')
    await voter.logIn()
    expect(readPlainPage((await voter.open('/p')).text).more).not.toHaveProperty('hasVoted')
  })

  it('that is refused leads back to its page, but never to another site', async () => {
    const visitor = openBrowser()
    const fields = { token: await visitor.tokenOf('/p/@poll'), option: 'x' }
    const returnTo = async (referer: string) =>
      readPlainPage((await visitor.send('/p/@@do/vote', fields, { Referer: referer })).text).returnTo
    expect(await returnTo(`${origin}/p/@poll?x=1`)).toBe(`${origin}/p/@poll?x=1`)
    expect(await returnTo(`${origin}.evil.example/p`)).toBe(`${origin}/p`)
  })

  it.each(['x', '', '1e3', '__proto__', '99999999999999999999'])('refuses the option "%s"', async option => {
    const visitor = openBrowser()
    const answer = await visitor.send('/p/@@do/vote', { token: await visitor.tokenOf('/p/@poll'), option })
    expect(answer.status).toBe(400)
  })

  it('runs a transition', async () => {
    const visitor = openBrowser()
    await visitor.logIn()
    const token = await visitor.tokenOf('/a')
    const answer = await visitor.send('/a/@@do/move', { token, transition: 'retract', comment: 'Ünfinished & more' })
    expect(answer.headers.location).toBe(`${origin}/a`)
    expect(await stateOf('/a')).toBe('private')
    const { history } = await test.run('getWorkflow', '/a', { as: 'max', input: undefined })
    expect(history.at(-1)?.comments).toBe('Ünfinished & more')
  })

  it('runs a transition on everything below the object too', async () => {
    await test.run('addContent', '/a', { as: 'max', input: { '@type': 'Document', id: 'below', title: 'B' } })
    const visitor = openBrowser()
    await visitor.logIn()
    const fields = { token: await visitor.tokenOf('/a'), transition: 'publish' }
    await visitor.send('/a/@@do/move', fields)
    expect(await stateOf('/a/below')).toBe('private')
    await visitor.send('/a/@@do/move', { ...fields, include_children: 'true' })
    expect(await stateOf('/a/below')).toBe('published')
  })

  it('plans a transition for a local time, and cancels the plan', async () => {
    const visitor = openBrowser()
    await visitor.logIn()
    const token = await visitor.tokenOf('/a')
    const plan = { token, transition: 'retract', workflow: 'simple_publication_workflow', comment: 'Over' }
    const sent = { ...plan, at: '2027-07-01T09:30', zone: 'Europe/Berlin', came_from: '/a/@workflow' }
    const answer = await visitor.send('/a/@@do/plan', sent)
    expect([answer.status, answer.headers.location]).toEqual([303, `${origin}/a/@workflow`])
    const plans = () => test.run('getWorkflowPlans', '/a', { as: 'max', input: undefined })
    const { items } = await plans()
    expect(items).toMatchObject([{ transition: 'retract', at: '2027-07-01T07:30:00+00:00', comment: 'Over' }])
    expect(readPlainPage((await visitor.open('/a/@workflow')).text)).toMatchObject({
      notice: { text: 'The transition is planned.' },
      more: { plans: { items } },
    })
    expect((await visitor.send('/a/@@do/plan', { ...plan, at: '2027-07-01T09:30', zone: 'Mars' })).status).toBe(400)
    expect((await visitor.send('/a/@@do/plan', { ...plan, at: '' })).status).toBe(400)
    expect((await visitor.send('/a/@@do/cancel', { token, plan: items[0]?.id })).status).toBe(303)
    expect((await plans()).items).toEqual([])
  })

  it('reverts to a version', async () => {
    const visitor = openBrowser()
    await visitor.logIn()
    const edit = (title: string) =>
      test.run('editContent', '/a', { as: 'max', input: { body: { title }, representation: false } })
    await edit('Second')
    const answer = await visitor.send('/a/@@do/revert', { token: await visitor.tokenOf('/a/@history'), version: '0' })
    expect(answer.status).toBe(303)
    expect(readPlainPage((await visitor.open('/a')).text)).toMatchObject({
      answer: { title: 'First' },
      notice: { text: expect.stringContaining('earlier version') },
    })
  })

  it('does nothing that its sender is not allowed to do', async () => {
    const visitor = openBrowser()
    await visitor.logIn('mia')
    const token = await visitor.tokenOf('/a')
    expect((await visitor.send('/a/@@do/move', { token, transition: 'retract' })).status).toBe(400)
    expect((await visitor.send('/a/@@do/revert', { token, version: '0' })).status).toBe(401)
    expect((await visitor.send('/@@do/invalidate', { token, function: '' })).status).toBe(404)
    expect((await visitor.send('/none/@@do/move', { token, transition: 'retract' })).status).toBe(404)
  })

  it.each(['constructor', '__proto__', 'destroy', 'vote/more', ''])(
    'for an unknown action is 404: %s',
    async action => {
      const visitor = openBrowser()
      await visitor.logIn()
      expect((await visitor.send(`/a/@@do/${action}`, { token: await visitor.tokenOf('/a') })).status).toBe(404)
    },
  )
})

describe('a forged form', () => {
  let visitor: Browser
  let token: string
  const move = (
    headers: Readonly<Record<string, string>>,
    fields: object | string = { token, transition: 'retract' },
  ) => visitor.send('/a/@@do/move', fields, headers)

  beforeEach(async () => {
    visitor = openBrowser()
    await visitor.logIn()
    token = await visitor.tokenOf('/a')
  })
  afterEach(async () => expect(await stateOf('/a')).toBe('published'))

  it.each([
    'https://evil.example',
    'null',
    '',
    'http://site.example.evil.example',
    'http://evil.example/http://site.example',
    'http://site.example:8080',
    'file://',
  ])('is refused, from the origin "%s"', async from => {
    const { status, text } = await move({ Origin: from })
    expect(status).toBe(403)
    expect(readPlainPage(text).view).toBe('error')
  })

  it('is refused without an origin', async () => {
    const answer = await request(app)
      .post('/a/@@do/move')
      .set({ Host: host, Cookie: [...visitor.cookies].map(pair => pair.join('=')).join('; ') })
      .type('form')
      .send({ token, transition: 'retract' })
    expect(answer.status).toBe(403)
  })

  it('is refused if Sec-Fetch-Site is cross-site', async () => {
    expect((await move({ 'Sec-Fetch-Site': 'same-site' })).status).toBe(403)
  })

  it('is refused from origins that may otherwise write', async () => {
    app = createApp(test.site, { html: plainPages, corsOrigins: ['https://front.example'] })
    expect((await move({ Origin: 'https://front.example' })).status).toBe(403)
  })

  it('is refused over plain HTTP if the site uses HTTPS only', async () => {
    app = createApp(test.site, { html: plainPages, publicUrl: 'https://site.example' })
    expect((await move({})).status).toBe(403)
  })

  it.each(['', 'x', 'x'.repeat(43), 'ü'.repeat(22)])('is refused with the token "%s"', async wrong => {
    const { status, text } = await move({}, { token: wrong, transition: 'retract' })
    expect(status).toBe(403)
    expect((readPlainPage(text).answer as RefusalPayload).message).toContain('Open the page again')
  })

  it('is refused with the token of another session, or of a visitor', async () => {
    const [member, nobody] = [openBrowser(), openBrowser()]
    await member.logIn('sia')
    for (const other of [await member.tokenOf('/a'), await nobody.tokenOf('/login')])
      expect((await move({}, { token: other, transition: 'retract' })).status).toBe(403)
    expect((await nobody.send('/a/@@do/move', { token, transition: 'retract' })).status).toBe(403)
  })

  it.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x'])('is refused: %s', async type => {
    expect((await move({ 'Content-Type': type }, `token=${token}&transition=retract`)).status).toBe(415)
  })

  it('is refused if it is too long or has too many fields', async () => {
    expect((await move({}, `token=${token}&transition=retract&comment=${'x'.repeat(200_000)}`)).status).toBe(413)
    expect((await move({}, `token=${token}&transition=retract${'&x=y'.repeat(1001)}`)).status).toBe(400)
  })

  it.each(['&token=', '&transition=retract', '&comment=a&comment=b'])(
    'is refused with a duplicate field: %s',
    async more => {
      expect((await move({}, `token=${token}&transition=retract${more}`)).status).toBe(400)
    },
  )

  it.each(['%', '%ff', '\u00e9'])('is refused if it is not a form: %s', async bad => {
    expect((await move({}, `token=${token}&transition=retract&comment=${bad}`)).status).toBe(400)
  })

  it('has no inherited fields', async () => {
    const { status } = await move({}, `__proto__=x&constructor=x&token=${token}&hasOwnProperty=y`)
    expect(status).toBe(400)
  })
})

describe('the redirect after a form', () => {
  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    'http://site.example@evil.example/',
    'http://site.example.evil.example/',
    '/a\r\nSet-Cookie: x=y',
    '/a%0d%0aSet-Cookie:%20x=y',
    '/%5cevil.example',
    '/a#b',
    '/ä',
    '%',
  ])('never leads to another site: %s', async cameFrom => {
    const { status, headers } = await openBrowser().logIn('max', { came_from: cameFrom })
    expect(status).toBe(303)
    expect(new URL(headers.location ?? '').host).toBe(host)
    expect(headers.location).not.toMatch(/[\r\n\\#]/)
    expect(String(headers['set-cookie'])).not.toContain('x=y')
  })
})

describe('the forms of webhooks', () => {
  it('pause, resume and test a webhook, and send a message again', async () => {
    const manager = openBrowser()
    await manager.logIn('max')
    const { id } = await test.run('addWebhook', '/', { as: 'max', input: { address: 'https://hooks.example.org/' } })
    const token = await manager.tokenOf('/@webhooks')
    const stored = async () => test.run('getWebhook', '/', { as: 'max', input: { id } })
    const answer = await manager.send('/@@do/webhook', { token, webhook: id, paused: 'true', came_from: '/@webhooks' })
    expect([answer.status, answer.headers.location]).toEqual([303, `${origin}/@webhooks`])
    expect((await stored()).paused).toBe(true)
    expect((await manager.send('/@@do/webhook', { token, webhook: id, paused: 'yes' })).status).toBe(400)
    await manager.send('/@@do/webhook', { token, webhook: id, paused: 'false' })
    expect((await stored()).paused).toBe(false)
    expect((await manager.send('/@@do/ping', { token, webhook: id })).status).toBe(303)
    const batch = { start: 0, size: 9 }
    const { items } = await test.run('listDeliveries', '/', { as: 'max', input: { id, state: undefined, batch } })
    const [delivery] = items
    expect(delivery?.kind).toBe('ping')
    expect((await manager.send('/@@do/repeat', { token, webhook: id, delivery: delivery?.id })).status).toBe(303)
    expect((await manager.send('/@@do/repeat', { token, webhook: id, delivery: 'none' })).status).toBe(404)
  })

  it('add, rotate and remove a webhook; each secret is shown once, on a page that is not stored', async () => {
    const manager = openBrowser()
    await manager.logIn('max')
    const token = await manager.tokenOf('/@webhooks')
    const fields = new URLSearchParams({ token, address: 'https://hooks.example.org/', title: 'T', path: '/a' })
    for (const kind of ['added', 'deleted']) fields.append('kind', kind)
    const added = await manager.send('/@@do/addWebhook', fields.toString())
    const { view, answer } = readPlainPage(added.text)
    expect([added.status, added.headers['cache-control'], view]).toEqual([200, 'private, no-store', 'secret'])
    expect(answer).toEqual({ address: 'https://hooks.example.org/', secret: expect.stringMatching(/^whsec_.{32,}$/) })
    const { items } = await test.run('listWebhooks', '/', { as: 'max', input: undefined })
    expect(items).toMatchObject([{ title: 'T', path: '/a', kinds: ['added', 'deleted'] }])
    const { secret } = answer as { readonly secret: string }
    expect(JSON.stringify(items)).not.toContain(secret)
    const webhook = items[0]?.id ?? ''
    const rotated = readPlainPage((await manager.send('/@@do/rotate', { token, webhook })).text)
    expect(rotated.view).toBe('secret')
    expect(JSON.stringify(rotated.answer)).not.toContain(secret)
    expect((await manager.send('/@@do/removeWebhook', { token, webhook })).status).toBe(303)
    expect((await test.run('listWebhooks', '/', { as: 'max', input: undefined })).items).toEqual([])
    expect((await manager.send('/@@do/addWebhook', { token, address: 'ftp://x' })).status).toBe(400)
  })

  it('are refused for others, who see neither the webhooks nor the audit', async () => {
    const editor = openBrowser()
    await editor.logIn('edi')
    const { id } = await test.run('addWebhook', '/', { as: 'max', input: { address: 'https://hooks.example.org/' } })
    const token = await editor.tokenOf('/a')
    expect((await editor.send('/@@do/webhook', { token, webhook: id, paused: 'true' })).status).toBe(401)
    for (const action of ['ping', 'rotate', 'removeWebhook', 'addWebhook'])
      expect((await editor.send(`/@@do/${action}`, { token, webhook: id, address: 'https://x.example' })).status).toBe(
        401,
      )
    for (const path of ['/@webhooks', `/@webhooks/${id}/deliveries`, '/@audit'])
      expect((await editor.open(path)).status).toBe(401)
  })
})

describe('the forms of the outbox', () => {
  it('pause and resume sending, and send an email again', async () => {
    await test.platform.store.commit({ mails: [buildMail('m1', { state: 'failed' })] })
    const manager = openBrowser()
    await manager.logIn('max')
    const token = await manager.tokenOf('/@outbox')
    const outbox = () =>
      test.run('listMails', '/', { as: 'max', input: { state: undefined, batch: { start: 0, size: 9 } } })
    const answer = await manager.send('/@@do/mails', { token, paused: 'true', came_from: '/@outbox?state=failed' })
    expect([answer.status, answer.headers.location]).toEqual([303, `${origin}/@outbox?state=failed`])
    expect((await outbox()).paused).toBe(true)
    expect((await manager.send('/@@do/mails', { token, paused: 'yes' })).status).toBe(400)
    await manager.send('/@@do/mails', { token, paused: 'false' })
    expect((await outbox()).paused).toBe(false)
    expect((await manager.send('/@@do/retryMail', { token, mail: 'm1' })).status).toBe(303)
    expect((await outbox()).counts).toMatchObject({ waiting: 1, failed: 0 })
    expect((await manager.send('/@@do/retryMail', { token, mail: 'none' })).status).toBe(404)
  })

  it('are refused for others, who do not see the outbox', async () => {
    const editor = openBrowser()
    await editor.logIn('edi')
    const token = await editor.tokenOf('/a')
    expect((await editor.send('/@@do/mails', { token, paused: 'true' })).status).toBe(401)
    expect((await editor.send('/@@do/retryMail', { token, mail: 'm1' })).status).toBe(401)
    expect((await editor.open('/@outbox')).status).toBe(401)
  })
})
