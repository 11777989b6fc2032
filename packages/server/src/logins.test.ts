import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  createSite,
  type Member,
  memoryContentStore,
  memoryUserDirectory,
  minuteCounts,
  type Site,
  translateEnglish,
} from '@plenum/core'
import { type AppOptions, createApp, createServer } from '@plenum/express-adapter'
import { createNodePlatform, type NodePlatformOptions } from '@plenum/platform'
import { basicAuthorization, password } from '@plenum/testkit'
import { shippedCatalogs } from './languages/loadCatalogs.js'

const opened: Server[] = []

afterEach(async () => {
  for (const server of opened.splice(0)) {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
})

interface Login {
  readonly name?: string
  readonly secret?: string
  readonly from?: string
  readonly language?: string
}

async function start(
  options: AppOptions = {},
  worldOptions: NodePlatformOptions = { passwordCost: 4 },
  stores = { content: memoryContentStore(), users: memoryUserDirectory() },
) {
  const site = createSite(createNodePlatform(stores, worldOptions))
  await site.initialize({ title: 'Site', creator: 'ada' })
  await letRequestsChooseLanguage(site)
  const known = new Set((await stores.users.users({ limit: 9 })).map(({ id }) => id))
  for (const username of ['ada', 'bob'].filter(name => !known.has(name)))
    await site.createUser({ username, email: `${username}@example.org`, password, roles: ['Member'] })
  const server = createServer(createApp(site, { trustProxy: true, ...options }))
  opened.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return ({ name = 'ada', secret = 'wrong', from, language }: Login = {}) =>
    fetch(url, {
      headers: {
        ...basicAuthorization(name, secret),
        ...(from ? { 'x-forwarded-for': from } : {}),
        ...(language ? { 'accept-language': language } : {}),
      },
    })
}

async function letRequestsChooseLanguage(site: Site): Promise<void> {
  const caller: Member = { kind: 'member', id: 'max', fullname: '', roles: ['Manager'], groups: [] }
  const input = { availableLanguages: ['en', 'de', 'es', 'pt'], useRequestNegotiation: true }
  await site.run('setLanguageSettings', {
    path: '/',
    caller,
    input: () => input,
    base: '',
    translate: translateEnglish,
  })
}

async function statuses(count: number, login: (i: number) => Promise<Response>): Promise<number[]> {
  const results: number[] = []
  for (let i = 0; i < count; i++) results.push((await login(i)).status)
  return results
}

const times = (count: number, status: number): number[] => Array(count).fill(status)
const right = { secret: password }

describe('failed logins (docs/http-answers.md, Failed logins)', () => {
  it('are 429 after 10 for one name and address, whether the name exists or not', async () => {
    const login = await start()
    for (const name of ['ada', 'nobody'])
      expect(await statuses(12, () => login({ name }))).toEqual([...times(10, 401), 429, 429])
    const refused = await login(right)
    const seconds = Number(refused.headers.get('retry-after'))
    expect([refused.status, seconds > 0 && seconds <= 60]).toEqual([429, true])
    expect(await refused.json()).toEqual({
      type: 'TooManyRequests',
      message: `Too many failed logins: at most 10 are allowed per minute. Please try again in ${seconds} seconds.`,
      context: null,
    })
    expect((await login({ ...right, from: '192.0.2.1' })).status).toBe(200)
    expect((await login({ ...right, name: 'bob' })).status).toBe(200)
  })

  it('are 429 after 30 for one address, and other addresses may continue', async () => {
    const login = await start()
    const from = '2001:db8:1:2::1'
    const results = await statuses(33, i => login({ name: `name-${i}`, from: `2001:db8:1:2::${i}` }))
    expect(results).toEqual([...times(30, 401), 429, 429, 429])
    expect((await login({ name: 'bob', from, ...right })).status).toBe(429)
    expect((await login({ name: 'bob', from: '2001:db8:1:3::1' })).status).toBe(401)
  })

  it('are 429 after 100 for one name from all addresses', async () => {
    const login = await start()
    const results = await statuses(102, i => login({ from: `192.0.2.${i}` }))
    expect(results).toEqual([...times(100, 401), 429, 429])
    expect((await login({ name: 'bob', from: '192.0.2.1' })).status).toBe(401)
  })

  it('of others never lock out an address where the user has logged in before, in any process', async () => {
    const [content, users] = [memoryContentStore(), memoryUserDirectory()]
    const counts = minuteCounts(() => performance.now())
    const before = await start({ counts }, { passwordCost: 4 }, { content, users })
    const own = '2001:db8:1:2::1'
    expect((await before({ ...right, from: own })).status).toBe(200)
    // The second process has not cached the password, so it must check the password itself.
    const login = await start({ counts }, { passwordCost: 4 }, { content, users })
    expect(await statuses(101, i => login({ from: `192.0.2.${i}` }))).toEqual([...times(100, 401), 429])
    expect((await login({ ...right, from: '192.0.2.200' })).status).toBe(429)
    expect((await login({ from: '2001:db8:1:2::ffff' })).status).toBe(401)
    expect((await login({ ...right, from: '2001:db8:1:2::2' })).status).toBe(200)
    expect((await login({ ...right, name: 'bob', from: own })).status).toBe(200)
  })

  it('from an address of earlier logins have a separate limit', async () => {
    const [content, users] = [memoryContentStore(), memoryUserDirectory()]
    const before = await start({}, { passwordCost: 4 }, { content, users })
    const from = '192.0.2.1'
    expect((await before({ ...right, from })).status).toBe(200)
    const login = await start({}, { passwordCost: 4 }, { content, users })
    expect(await statuses(12, () => login({ from }))).toEqual([...times(10, 401), 429, 429])
    expect((await login({ ...right, from })).status).toBe(429)
  })

  it('from the local machine are limited by name alone, unless a trusted proxy forwards that address', async () => {
    const login = await start()
    expect(await statuses(40, i => login({ name: `name-${i}` }))).toEqual(times(40, 401))
    const results = await statuses(31, i => login({ name: `other-${i}`, from: '127.0.0.1' }))
    expect(results).toEqual([...times(30, 401), 429])
  })

  it('are counted by the address of the connection, or of the client behind a trusted proxy', async () => {
    const login = await start({ trustProxy: false, loginFailures: { name: 2, address: 3 } })
    expect(await statuses(3, i => login({ from: `192.0.2.${i}` }))).toEqual([401, 401, 429])
  })

  it('have configurable limits, and are reported in the language of the caller', async () => {
    const login = await start({ loginFailures: { name: 1, address: 2 }, catalogs: shippedCatalogs() })
    expect((await login()).status).toBe(401)
    for (const [language, begins] of [
      ['de', 'Zu viele Anmeldungen sind fehlgeschlagen; 1 '],
      ['es', 'Han fallado demasiados inicios de sesión; en un minuto son posibles 1.'],
      ['pt', 'Logins demais falharam; em um minuto são possíveis 1.'],
    ] as const)
      expect(await (await login({ language })).json()).toMatchObject({ message: expect.stringContaining(begins) })
  })

  it('cannot exceed a limit, even if they are simultaneous', async () => {
    const login = await start()
    const answers = await Promise.all(Array.from({ length: 30 }, () => login()))
    const results = answers.map(({ status }) => status)
    expect(results.filter(status => status === 401)).toHaveLength(10)
    expect(results.filter(status => status !== 401 && status !== 429)).toEqual([])
  })

  it('do not lock out recent logins, and successful logins are not counted', async () => {
    const login = await start()
    expect(await statuses(15, () => login(right))).toEqual(times(15, 200))
    expect(await statuses(11, () => login())).toEqual([...times(10, 401), 429])
    expect((await login(right)).status).toBe(200)
    expect((await login()).status).toBe(429)
  })

  it('with an overlong password are refused as such, at no cost', async () => {
    const login = await start({ loginFailures: { name: 1, address: 1 } })
    for (let i = 0; i < 3; i++) {
      const refused = await login({ secret: 'x'.repeat(1025) })
      expect([refused.status, await refused.text()]).toEqual([401, expect.stringContaining('1024')])
    }
    expect(await statuses(2, () => login({ secret: 'x'.repeat(1024) }))).toEqual([401, 429])
  })
})

describe('simultaneous logins', () => {
  it('queue, and are 503 if too many wait; a cached one is answered in the meantime', async () => {
    const login = await start({}, { passwordCost: 15 })
    expect((await login(right)).status).toBe(200)
    let open = 100
    const answers = Array.from({ length: open }, (_, i) =>
      login({ name: `name-${i}` }).finally(() => {
        open -= 1
      }),
    )
    await Promise.race(answers)
    expect((await login(right)).status).toBe(200)
    expect(open).toBeGreaterThan(10)
    const results = await Promise.all(answers)
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set([401, 503]))
    const busy = results.filter(({ status }) => status === 503)
    // The exact number varies, because another check starts whenever a check finishes.
    expect(busy.length).toBeGreaterThan(30)
    expect(busy.map(({ headers }) => Number(headers.get('retry-after'))).filter(s => !(s >= 1 && s <= 5))).toEqual([])
    expect(await busy[0]?.json()).toMatchObject({
      type: 'ServiceUnavailable',
      message: expect.stringContaining('32'),
    })
  })

  it('of one member with the right password cost one check, and all succeed', async () => {
    const login = await start({}, { passwordCost: 12 })
    const answers = await Promise.all(Array.from({ length: 34 }, () => login(right)))
    expect(answers.map(({ status }) => status)).toEqual(times(34, 200))
  })
})
