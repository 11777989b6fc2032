import { createTestSite, password } from '@plenum/testkit'
import type { LoginLimiter } from '../../security/loginLimits.js'
import { findUser } from './authenticate.js'

/** Logs in, and records the hash that each password check uses and the calls of the login limiter. */
async function login(name: string, secret: string, { remembered = false, refuses = false } = {}) {
  const { platform } = await createTestSite()
  const calls: string[] = []
  const limiter: LoginLimiter = {
    admit: async () => {
      calls.push('admit')
      if (refuses) throw new Error('refused')
    },
    watch: async check => {
      const fits = await check()
      calls.push(fits ? 'fits' : 'fails')
      return fits
    },
  }
  const hashes: string[] = []
  const watched: typeof platform = {
    ...platform,
    isRecentlyVerified: () => remembered,
    verifyPassword: (sent, hash, watch) => {
      hashes.push(hash)
      return platform.verifyPassword(sent, hash, watch)
    },
  }
  const outcome = await findUser(watched, { name, password: secret }, limiter).then(
    member => member?.id ?? null,
    (error: Error) => error.message,
  )
  return { outcome, calls, hashes }
}

describe('a login', () => {
  it('with the right password passes the login limiter and one check', async () => {
    expect(await login('mia', password)).toEqual({
      outcome: 'mia',
      calls: ['admit', 'fits'],
      hashes: [`plain:${password}`],
    })
  })

  it('costs one check and fails alike for existing and unknown names', async () => {
    const [existing, unknown] = [await login('mia', 'wrong'), await login('nobody', 'wrong')]
    expect(existing).toEqual({ outcome: null, calls: ['admit', 'fails'], hashes: [`plain:${password}`] })
    expect(unknown).toEqual({ ...existing, hashes: ['none'] })
  })

  it('with a cached password calls neither the limiter nor the check', async () => {
    expect(await login('mia', password, { remembered: true, refuses: true })).toEqual({
      outcome: 'mia',
      calls: [],
      hashes: [],
    })
    expect((await login('nobody', password, { remembered: true })).outcome).toBeNull()
  })

  it('that the login limiter refuses is not checked', async () => {
    expect(await login('mia', password, { refuses: true })).toEqual({
      outcome: 'refused',
      calls: ['admit'],
      hashes: [],
    })
  })

  it('with a password above the maximum length is refused unchecked, and the reason states the maximum', async () => {
    for (const name of ['mia', 'nobody'])
      expect(await login(name, 'x'.repeat(1025))).toEqual({
        outcome: expect.stringContaining('1024'),
        calls: [],
        hashes: [],
      })
    expect((await login('mia', 'x'.repeat(1024))).calls).toEqual(['admit', 'fails'])
  })
})

describe('a password with trailing NULs', () => {
  it('matches no user, even if a hash function ignores them', async () => {
    expect((await login('mia', password)).outcome).toBe('mia')
    const { platform } = await createTestSite()
    const verifyPassword: typeof platform.verifyPassword = (sent, hash, watch) =>
      platform.verifyPassword(sent.replace(/\0+$/, ''), hash, watch)
    const find = (sent: string) => findUser({ ...platform, verifyPassword }, { name: 'mia', password: sent })
    expect(await find(password)).toMatchObject({ id: 'mia' })
    expect(await find(`${password}\0`)).toBeNull()
    expect(await find(`${password}\0\0`)).toBeNull()
  })
})

describe('email addresses as usernames (docs/site-settings.md, Security)', () => {
  it('are accepted if the setting is on, in any letter case, unless several users have the address', async () => {
    const { platform, run, site } = await createTestSite()
    const named = async (name: string) => (await findUser(platform, { name, password }))?.id ?? null
    expect(await named('mia@example.org')).toBeNull()
    const setTo = (value: boolean) =>
      run('editControlPanel', '/', { as: 'max', input: { name: 'security', body: { use_email_as_login: value } } })
    await setTo(true)
    expect(await named('Mia@Example.org')).toBe('mia')
    expect(await named('mia')).toBe('mia')
    expect(await named('ia@example.org')).toBeNull()
    await setTo(false)
    await site.createUser({ username: 'mia2', email: 'mia@example.org', password })
    await setTo(true)
    expect(await named('mia@example.org')).toBeNull()
  })

  it('are unique: an address or a name that another user logs in with cannot be chosen', async () => {
    const { site, run } = await createTestSite()
    const setEmail = (email: string, as: 'rex' | 'max' = 'rex') =>
      run('editUser', '/', { as, input: { id: 'rex', body: { email } } })
    const add = (username: string, email: string) => site.createUser({ username, email, password })
    await run('editControlPanel', '/', { as: 'max', input: { name: 'security', body: { use_email_as_login: true } } })
    const invalid = { code: 'invalid-user', reason: { id: 'user.email' } }
    await expect(setEmail('MIA@Example.org')).rejects.toMatchObject(invalid)
    await expect(setEmail('mia@example.org', 'max')).rejects.toMatchObject(invalid)
    await expect(add('zoe', 'mia@example.org')).rejects.toMatchObject(invalid)
    await expect(add('mia@example.org', 'zoe@example.org')).rejects.toMatchObject({ code: 'invalid-user' })
    await setEmail('Rex@Example.org')
    await add('zoe', 'zoe@example.org')
    await run('editControlPanel', '/', { as: 'max', input: { name: 'security', body: { use_email_as_login: false } } })
    await setEmail('mia@example.org')
    await run('editControlPanel', '/', { as: 'max', input: { name: 'security', body: { use_email_as_login: true } } })
    await run('editUser', '/', { as: 'rex', input: { id: 'rex', body: { email: 'mia@example.org', fullname: 'Rex' } } })
  })

  it('are searched only if the login is admitted', async () => {
    const { platform, run } = await createTestSite()
    await run('editControlPanel', '/', { as: 'max', input: { name: 'security', body: { use_email_as_login: true } } })
    let searches = 0
    const users: typeof platform.users = {
      ...platform.users,
      users: filter => {
        searches += 1
        return platform.users.users(filter)
      },
    }
    const closed: LoginLimiter = { admit: () => Promise.reject(new Error('refused')), watch: check => check() }
    const credentials = { name: 'mia@example.org', password }
    await expect(findUser({ ...platform, users }, credentials, closed)).rejects.toThrow('refused')
    expect(searches).toBe(0)
    expect(await findUser({ ...platform, users }, credentials)).toMatchObject({ id: 'mia' })
    expect(searches).toBe(1)
  })
})
