import { createTestSite, password } from '@plenum/testkit'
import { DomainError, message } from '../../foundation/messages.js'
import { findUser } from './authenticate.js'

async function siteWithOldHash(hashPassword?: () => Promise<string>) {
  const { platform } = await createTestSite()
  const mia = await platform.users.user('mia')
  if (!mia) throw new Error('Mia is missing.')
  await platform.users.replace({ ...mia, passwordHash: `old:${password}` })
  const old: typeof platform = {
    ...platform,
    isOutdated: hash => hash.startsWith('old:'),
    verifyPassword: async (secret, hash) => hash === `old:${secret}` || platform.verifyPassword(secret, hash),
    ...(hashPassword ? { hashPassword } : {}),
  }
  const hash = async () => (await platform.users.user('mia'))?.passwordHash
  return { old, hash, logIn: (secret: string) => findUser(old, { name: 'mia', password: secret }) }
}

describe('a hash of an older kind', () => {
  it('is replaced by the first successful login', async () => {
    const { logIn, hash } = await siteWithOldHash()
    expect([await logIn('wrong password'), await hash()]).toEqual([null, `old:${password}`])
    expect((await logIn(password))?.passwordHash).toBe(`plain:${password}`)
    expect(await hash()).toBe(`plain:${password}`)
    expect((await logIn(password))?.id).toBe('mia')
  })

  it('remains if too many passwords wait, and the login succeeds', async () => {
    const busy = async () => {
      throw new DomainError('busy', message('busy.waiting', { limit: 1 }))
    }
    const { logIn, hash } = await siteWithOldHash(busy)
    expect([(await logIn(password))?.id, await hash()]).toEqual(['mia', `old:${password}`])
  })
})
