import { createTestSite, password, plainTokens, type TestSite } from '@plenum/testkit'
import type { JsonObject } from '../../foundation/json.js'
import { rootPath } from '../../foundation/paths.js'
import { createSite } from '../createSite.js'
import { tokenKeysField } from '../people/tokenKeys.js'
import type { TokenClaims } from '../run/environment.js'
import type { Site } from '../site.js'

let test: TestSite

beforeEach(async () => {
  test = await createTestSite()
})

const hour = 60 * 60 * 1000
const day = 24 * hour

async function logIn(login = 'mia', secret = password): Promise<string> {
  return (await test.run('logIn', '/', { input: { body: { login, password: secret } } })).token
}

const renew = async (token: string): Promise<string> => (await test.run('renewLogin', '/', { input: { token } })).token

const memberOf = async (token: string, site: Site = test.site): Promise<string | null> =>
  (await site.memberWithToken(token))?.id ?? null

/** Creates a second site that shares the stores, in order to simulate another process. */
const otherProcess = (): Site => createSite(test.platform)

async function changePassword(name: string, hash: string): Promise<void> {
  const user = await test.platform.users.user(name)
  if (user) await test.platform.users.replace({ ...user, passwordHash: hash })
}

async function storedKeys(): Promise<readonly { readonly id: string }[]> {
  const { lineage } = await test.platform.store.read(reader => reader.open(rootPath))
  return (lineage[0]?.fields[tokenKeysField] ?? []) as never
}

const claimsOf = (token: string): TokenClaims =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())

describe('a login (docs/content-and-access.md, Logins)', () => {
  it('returns a token with user, name and expiry, without the password', async () => {
    const claims = claimsOf(await logIn())
    expect(claims).toEqual({
      sub: 'mia',
      fullname: 'mia Test',
      iat: Date.UTC(2027, 0, 1) / 1000,
      exp: Date.UTC(2027, 0, 1, 12) / 1000,
      sid: expect.stringMatching(/^[0-9a-f]{32}$/),
      epoch: expect.stringMatching(/^[\w-]{22}$/),
    })
    expect(JSON.stringify(claims)).not.toContain(password)
  })

  it('identifies the member until it expires', async () => {
    const token = await logIn()
    expect(await test.site.memberWithToken(token)).toEqual({
      kind: 'member',
      id: 'mia',
      fullname: 'mia Test',
      roles: ['Member'],
      groups: [],
    })
    test.clock.now += 12 * hour - 1
    expect(await memberOf(token)).toBe('mia')
    test.clock.now += 1
    expect([await memberOf(token), await memberOf(token, otherProcess())]).toEqual([null, null])
    test.clock.now -= hour
    expect(await memberOf(token)).toBe('mia')
  })

  it('is rejected with a wrong password, an unknown name, and a malformed body', async () => {
    for (const [name, secret] of [
      ['mia', 'wrong'],
      ['nobody', password],
      ['', ''],
      ['mia', 'x'.repeat(1025)],
    ] as const)
      await expect(logIn(name, secret)).rejects.toMatchObject({ code: 'wrong-login' })
    const incomplete: JsonObject[] = [
      {},
      { login: 'mia' },
      { password },
      { login: 7, password },
      { login: 'mia', password: null },
    ]
    for (const body of incomplete)
      await expect(test.run('logIn', '/', { input: { body } })).rejects.toMatchObject({ code: 'incomplete-login' })
  })

  it('exists at the site root only', async () => {
    await test.run('addContent', '/', { as: 'max', input: { '@type': 'Document', id: 'd', title: 'D' } })
    const body = { login: 'mia', password }
    await expect(test.run('logIn', '/d', { as: 'max', input: { body } })).rejects.toMatchObject({ code: 'not-found' })
  })

  it('is unavailable without tokens, with a reason', async () => {
    const { tokens: _, ...platform } = test.platform
    const site = createSite(platform)
    const request = { path: '/', caller: { kind: 'anonymous' }, base: '', translate: String } as const
    for (const name of ['listLoginOptions', 'renewLogin', 'logOut'] as const)
      await expect(site.run(name, { ...request, input: () => null as never })).rejects.toMatchObject({
        code: 'not-found',
        reason: { id: 'login.unavailable' },
      })
    expect(await memberOf(await logIn(), site)).toBeNull()
  })

  it('is renewed as the same login, with a later expiry', async () => {
    const token = await logIn()
    test.clock.now += 11 * hour
    const renewed = await renew(token)
    expect(claimsOf(renewed)).toEqual({
      ...claimsOf(token),
      iat: test.clock.now / 1000,
      exp: (test.clock.now + 12 * hour) / 1000,
    })
    test.clock.now += 2 * hour
    expect([await memberOf(token), await memberOf(renewed)]).toEqual([null, 'mia'])
    for (const other of [token, 'nonsense', ''])
      await expect(renew(other)).rejects.toMatchObject({ code: 'wrong-token' })
  })

  it('is created by renewing with a name and a password only', async () => {
    const { token } = await test.run('renewLogin', '/', { input: { name: 'mia', password } })
    expect(await memberOf(token)).toBe('mia')
    const wrong = { name: 'mia', password: 'wrong' }
    await expect(test.run('renewLogin', '/', { input: wrong })).rejects.toMatchObject({ code: 'wrong-token' })
    await expect(test.run('renewLogin', '/', { as: 'max', input: null })).rejects.toMatchObject({ code: 'wrong-token' })
  })

  it('has the current roles and groups', async () => {
    const token = await logIn()
    expect((await test.site.memberWithToken(token))?.roles).toEqual(['Member'])
    const user = await test.platform.users.user('mia')
    if (user) await test.platform.users.replace({ ...user, roles: ['Editor'], groups: ['Reviewers'] })
    expect(await test.site.memberWithToken(token)).toMatchObject({
      roles: ['Editor', 'Reviewer'],
      groups: ['Reviewers'],
    })
  })

  it('ends in all processes if the password changes, permanently', async () => {
    const token = await logIn()
    const other = otherProcess()
    expect([await memberOf(token), await memberOf(token, other)]).toEqual(['mia', 'mia'])
    await changePassword('mia', 'plain:Another-password')
    expect([await memberOf(token), await memberOf(token, other)]).toEqual([null, null])
    await expect(renew(token)).rejects.toMatchObject({ code: 'wrong-token' })
    expect(await memberOf(await logIn('mia', 'Another-password'))).toBe('mia')
  })

  it('of a deleted user is invalid', async () => {
    const token = await logIn()
    expect(await memberOf(token)).toBe('mia')
    const { users } = test.platform
    const otherSite = createSite({
      ...test.platform,
      users: { ...users, account: async (id, login) => (id === 'mia' ? null : users.account(id, login)) },
    })
    expect(await memberOf(token, otherSite)).toBeNull()
  })

  it('of another site is invalid', async () => {
    const other = await createTestSite({ seed: 'other' })
    const { token } = await other.run('logIn', '/', { input: { body: { login: 'mia', password } } })
    expect([await memberOf(token, other.site), await memberOf(token)]).toEqual(['mia', null])
    await logIn()
    expect(await memberOf(token)).toBeNull()
  })

  it('ends sooner if the lifetime is reduced', async () => {
    const token = await logIn()
    const strict = createSite({ ...test.platform, tokens: { ...plainTokens, lifetime: hour } })
    expect(await memberOf(token, strict)).toBe('mia')
    test.clock.now += hour
    expect([await memberOf(token, strict), await memberOf(token)]).toEqual([null, 'mia'])
  })

  it.each([
    ['too long', 'a'.repeat(8193)],
    ['no token', 'a.b'],
    ['nothing', ''],
  ])('is invalid if the token is %s', async (_, token) => expect(await memberOf(token)).toBeNull())
})

describe('logging out', () => {
  const logOut = (token: string) => test.run('logOut', '/', { input: { token } })

  it('ends only that login, even after many other logins of the user have ended', async () => {
    const [first, other] = [await logIn(), otherProcess()]
    const ended = await Promise.all(Array.from({ length: 200 }, () => logIn()))
    for (const token of ended) await logOut(token)
    for (const site of [test.site, other]) {
      expect(await memberOf(first, site)).toBe('mia')
      expect(await Promise.all(ended.map(token => memberOf(token, site)))).toEqual(ended.map(() => null))
    }
  })

  it('ends the login in all processes, including its older tokens, and no other login of the user', async () => {
    const [token, elsewhere] = [await logIn(), await logIn()]
    const other = otherProcess()
    test.clock.now += hour
    const renewed = await renew(token)
    expect(await memberOf(renewed, other)).toBe('mia')
    await logOut(renewed)
    for (const site of [test.site, other])
      for (const ended of [token, renewed]) expect(await memberOf(ended, site)).toBeNull()
    expect(await memberOf(elsewhere)).toBe('mia')
    await expect(renew(token)).rejects.toMatchObject({ code: 'wrong-token' })
    expect(await memberOf(await logIn())).toBe('mia')
  })

  it('changes nothing for callers without a login', async () => {
    expect(await logOut('nonsense')).toBeNull()
    expect(await test.run('logOut', '/', { as: 'mia', input: null })).toBeNull()
    expect(await test.run('logOut', '/', { input: { name: 'mia', password } })).toBeNull()
  })

  it('is not undone by a concurrent change of the user', async () => {
    const token = await logIn()
    const user = await test.platform.users.user('mia')
    await logOut(token)
    if (user) await test.platform.users.replace({ ...user, fullname: 'Mia' })
    expect(await memberOf(token)).toBeNull()
  })
})

describe('the keys of tokens (docs/content-and-access.md, Logins, rule 7)', () => {
  it('are created with the first login, one for all processes, and never exposed', async () => {
    expect(await storedKeys()).toEqual([])
    await Promise.all([logIn(), logIn('max'), logIn('rex')])
    const keys = await storedKeys()
    expect(keys).toHaveLength(1)
    const input = { batch: { start: 0, size: 0 }, metadata: ['_all'], fullObjects: false, withItems: true }
    const content = JSON.stringify(await test.run('getContent', '/', { as: 'max', input }))
    for (const hidden of [tokenKeysField, JSON.stringify(keys[0])]) expect(content).not.toContain(hidden)
    const body = { [tokenKeysField]: [], title: 'New' }
    await test.run('editContent', '/', { as: 'max', input: { body, representation: false } })
    expect(await storedKeys()).toEqual(keys)
  })

  it('are replaced after 30 days; tokens of the old key remain valid until they expire', async () => {
    await logIn()
    test.clock.now += 30 * day - hour
    const old = await logIn()
    expect(await storedKeys()).toHaveLength(1)
    test.clock.now += hour
    const next = await logIn()
    expect(await storedKeys()).toHaveLength(2)
    const other = otherProcess()
    expect([await memberOf(old, other), await memberOf(next, other)]).toEqual(['mia', 'mia'])
    test.clock.now += 11 * hour
    expect([await memberOf(old, otherProcess()), await memberOf(next, otherProcess())]).toEqual([null, 'mia'])
    test.clock.now += 30 * day
    await logIn()
    expect(await storedKeys()).toHaveLength(2)
  })

  it('in an old copy of the data sign no valid tokens if nobody has logged in since', async () => {
    await logIn()
    const [key] = (await storedKeys()) as never as [{ id: string; secret: string }]
    test.clock.now += 31 * day
    const { iat, exp, ...claims } = claimsOf(await logIn())
    const now = test.clock.now / 1000
    const forged = await plainTokens.sign({ ...claims, iat: now, exp: now + 3600 }, key)
    expect(await memberOf(forged)).toBeNull()
  })
})
