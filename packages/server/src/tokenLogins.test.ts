import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { asOwner, createSite, memoryContentStore, memoryUserDirectory, type Platform, type Site } from '@plenum/core'
import { type AppOptions, createApp, createServer } from '@plenum/express-adapter'
import { createNodePlatform, type Stores } from '@plenum/platform'
import { basicAuthorization, password } from '@plenum/testkit'
import { openDatabase } from './database.js'

const opened: Server[] = []

afterEach(async () => {
  for (const server of opened.splice(0)) {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
})

const hour = 60 * 60 * 1000

interface Clock {
  now: number
}

interface Sent {
  readonly method?: string
  readonly token?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

interface Body {
  readonly token: string
  readonly type?: string
  readonly title?: string
  readonly id?: string
}

type Send = (path: string, sent?: Sent) => Promise<{ status: number; headers: Headers; body: Body }>

async function serve(site: Site, options: AppOptions = {}): Promise<Send> {
  const server = createServer(createApp(site, options))
  opened.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return async (path, { method = 'GET', token, body, headers = {} } = {}) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) }
  }
}

const inMemory = (): Stores => ({ content: memoryContentStore(), users: memoryUserDirectory() })

async function openSite(stores: Stores = inMemory()) {
  const clock: Clock = { now: Date.UTC(2027, 0, 1) }
  const platform: Platform = { ...createNodePlatform(stores, { passwordCost: 4 }), now: () => clock.now }
  const site = createSite(platform)
  await site.initialize({ title: 'Site', creator: 'ada' })
  for (const [username, role] of [
    ['ada', 'Editor'],
    ['bob', 'Member'],
  ] as const)
    await site.createUser({ username, email: `${username}@example.org`, password, fullname: 'Ada Ü', roles: [role] })
  await asOwner(site, 'addContent', { '@type': 'Document', id: 'page', title: 'Page' })
  return { platform, clock, site }
}

async function start(options: AppOptions = {}) {
  const opened = await openSite()
  return { ...opened, send: await serve(opened.site, options) }
}

const logIn = (send: Send, login = 'ada', secret = password) =>
  send('/@login', { method: 'POST', body: { login, password: secret } })

const tokenOf = async (send: Send, login?: string): Promise<string> => (await logIn(send, login)).body.token

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

describe('POST @login', () => {
  it('returns a token, for one caller only', async () => {
    const { send } = await start()
    const { status, headers, body } = await logIn(send)
    expect([status, headers.get('cache-control'), headers.get('set-cookie')]).toEqual([200, 'private, no-store', null])
    expect(body).toEqual({ token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) })
    const [header = ''] = body.token.split('.')
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toMatchObject({ alg: 'HS256', typ: 'JWT' })
    expect(claimsOf(body.token)).toMatchObject({
      sub: 'ada',
      fullname: 'Ada Ü',
      exp: Date.UTC(2027, 0, 1, 12) / 1000,
    })
  })

  it('refuses wrong credentials and malformed logins, in shape B', async () => {
    const { send } = await start()
    for (const [login, secret] of [
      ['ada', 'wrong'],
      ['nobody', password],
      ['', ''],
    ] as const)
      expect(await logIn(send, login, secret)).toMatchObject({
        status: 401,
        body: { error: { type: 'Invalid credentials', message: expect.any(String) } },
      })
    for (const body of [{}, '', { login: 'ada' }, { password }, { login: ['ada'], password }])
      expect(await send('/@login', { method: 'POST', body })).toMatchObject({
        status: 400,
        body: { error: { type: 'Missing credentials', message: expect.any(String) } },
      })
    expect(await send('/@login', { method: 'POST', body: '[' })).toMatchObject({
      status: 400,
      body: { type: 'BadRequest' },
    })
  })

  it('exists at the root only, and GET lists no other login', async () => {
    const { send } = await start()
    const headers = basicAuthorization('ada', password)
    const there = await send('/page/@login', { method: 'POST', headers, body: { login: 'ada', password } })
    expect([there.status, there.body.type]).toEqual([404, 'NotFound'])
    expect(await send('/@login')).toMatchObject({ status: 200, body: { options: [] } })
  })

  it('shares the limits of failed logins with Basic, and is 429 before the password is checked', async () => {
    const { send } = await start({ loginFailures: { name: 3, address: 100 } })
    const basic = (secret: string) => send('/', { headers: basicAuthorization('ada', secret) })
    expect((await logIn(send, 'ada', 'wrong')).status).toBe(401)
    expect((await basic('wrong')).status).toBe(401)
    expect((await logIn(send, 'ada', 'wrong')).status).toBe(401)
    const refused = await logIn(send)
    expect(refused).toMatchObject({ status: 429, body: { type: 'TooManyRequests', context: expect.anything() } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await basic(password)).status).toBe(429)
    expect((await logIn(send, 'bob')).status).toBe(200)
  })
})

describe('a Bearer token', () => {
  it('is valid for every route, and answers to it are private', async () => {
    const { send } = await start()
    const token = await tokenOf(send)
    const read = await send('/page', { token })
    expect([read.status, read.body.title]).toEqual([200, 'Page'])
    expect((await send('/page', { method: 'PATCH', token, body: { title: 'New' } })).status).toBe(204)
    const missing = await send('/nothing', { token })
    expect(missing.status).toBe(404)
    for (const { headers } of [read, missing]) expect(headers.get('cache-control')).toMatch(/^private\b/)
    expect((await send('/@users/ada', { token })).body.id).toBe('ada')
  })

  it('is treated as anonymous if it is expired, malformed or of another site', async () => {
    const { send, clock } = await start()
    const token = await tokenOf(send)
    const foreign = await tokenOf((await start()).send)
    const anonymously = async (sent: Sent) => [(await send('/', sent)).status, (await send('/page', sent)).status]
    expect(await anonymously({ token })).toEqual([200, 200])
    clock.now += 12 * hour
    for (const other of [token, foreign, 'x', 'a.b.c', `${token}x`])
      expect(await anonymously({ token: other })).toEqual([200, 401])
    for (const authorization of ['Bearer', 'Bearer ', 'bearer a b', 'Token x'])
      expect(await anonymously({ headers: { authorization } })).toEqual([200, 401])
  })

  it('is treated as anonymous if it is forged, with any algorithm', async () => {
    const { send } = await start()
    const token = await tokenOf(send)
    const [header = '', claims = ''] = token.split('.')
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString())
    for (const alg of ['none', 'HS256', 'HS512', 'RS256'])
      for (const secret of ['', 'secret', kid]) {
        const text = `${Buffer.from(JSON.stringify({ alg, typ: 'JWT', kid })).toString('base64url')}.${claims}`
        const signature = secret && createHmac('sha256', secret).update(text).digest('base64url')
        expect((await send('/page', { token: `${text}.${signature}` })).status).toBe(401)
      }
  })

  it('ends with the password of its user, and does not revive with a later password', async () => {
    const { send, platform } = await start()
    const token = await tokenOf(send)
    expect((await send('/page', { token })).status).toBe(200)
    const user = await platform.users.user('ada')
    if (user) await platform.users.replace({ ...user, passwordHash: await platform.hashPassword('Another-password-2') })
    expect((await send('/page', { token })).status).toBe(401)
    expect((await send('/@login-renew', { method: 'POST', token })).status).toBe(401)
    expect((await logIn(send, 'ada', 'Another-password-2')).status).toBe(200)
  })

  it('is not read from a cookie', async () => {
    const { send } = await start()
    const cookie = `auth_token=${await tokenOf(send)}`
    expect((await send('/page', { headers: { cookie } })).status).toBe(401)
  })
})

describe('POST @login-renew', () => {
  it('returns another token of the same login, even for Basic, and otherwise 401 in shape B', async () => {
    const { send, clock } = await start()
    const token = await tokenOf(send)
    clock.now += hour
    const renewed = await send('/@login-renew', { method: 'POST', token, body: 'what is sent is ignored' })
    expect([renewed.status, renewed.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect(claimsOf(renewed.body.token).exp - claimsOf(token).exp).toBe(3600)
    const headers = basicAuthorization('ada', password)
    expect(claimsOf((await send('/@login-renew', { method: 'POST', headers })).body.token).sub).toBe('ada')
    for (const sent of [{}, { token: 'a.b.c' }])
      expect(await send('/@login-renew', { method: 'POST', ...sent })).toMatchObject({
        status: 401,
        body: { error: { type: 'Invalid or expired authentication token', message: expect.any(String) } },
      })
  })
})

describe('POST @logout', () => {
  it('is always 204, and ends the login of the token', async () => {
    const { send } = await start()
    const token = await tokenOf(send)
    const other = await tokenOf(send)
    for (const sent of [{ token }, { token }, {}, { token: 'a.b.c' }])
      expect((await send('/@logout', { method: 'POST', ...sent })).status).toBe(204)
    expect([(await send('/page', { token })).status, (await send('/page', { token: other })).status]).toEqual([
      401, 200,
    ])
  })
})

describe('several processes with one database', () => {
  it('share logins and their ends', async () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'plenum-tokens-'))
    const file = path.join(directory, 'site.sqlite')
    const [one, two] = [openDatabase(file), openDatabase(file)]
    try {
      const first = await openSite(one)
      const second = createSite({ ...first.platform, store: two.content, users: two.users })
      const [here, there] = [await serve(first.site), await serve(second)]
      const tokens = await Promise.all([tokenOf(here), tokenOf(there, 'bob')])
      for (const send of [here, there])
        for (const token of tokens) expect((await send('/@users/nobody', { token })).status).toBe(401)
      expect((await there('/page', { token: tokens[0] })).status).toBe(200)
      expect((await here('/@logout', { method: 'POST', token: tokens[0] })).status).toBe(204)
      expect((await there('/page', { token: tokens[0] })).status).toBe(401)
      expect((await there('/@users/bob', { token: tokens[1] })).status).toBe(200)
    } finally {
      await one.close()
      await two.close()
      rmSync(directory, { recursive: true })
    }
  })
})
