import { createHash } from 'node:crypto'
import { createPasswords } from './createPasswords.js'
import { isSsha, verifySsha } from './ssha.js'

function sshaOf(password: string, salt: Buffer): string {
  const digest = createHash('sha1').update(password).update(salt).digest()
  return `{SSHA}${Buffer.concat([digest, salt]).toString('base64')}`
}

describe('Plone password hashes', () => {
  it.each([0, 4, 7, 20])('match only their password, with a salt of %s bytes', length => {
    const hash = sshaOf('Geheim ß 1', Buffer.alloc(length, 9))
    expect([verifySsha('Geheim ß 1', hash), verifySsha('Geheim ss 1', hash), verifySsha('', hash)]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('follow RFC 2307: the SHA-1 of password and salt, then the salt', () => {
    const digest = createHash('sha1').update('secretsalt').digest()
    expect(verifySsha('secret', `{SSHA}${Buffer.concat([digest, Buffer.from('salt')]).toString('base64')}`)).toBe(true)
  })

  it.each(['{SSHA}', '{SSHA}AAAA', '{SSHA}no base64!', '{BCRYPT}$2b$12$abc', ''])(
    'never match if they are malformed: %s',
    hash => {
      expect(verifySsha('', hash)).toBe(false)
    },
  )

  it('are distinguished from Plenum hashes, and are considered outdated', async () => {
    const { hashPassword, verifyPassword, isOutdated } = createPasswords({ cost: 4 })
    const [old, own] = [sshaOf('correct horse', Buffer.from('1234567')), await hashPassword('correct horse')]
    expect([isSsha(old), isSsha(own), isOutdated?.(old), isOutdated?.(own)]).toEqual([true, false, true, false])
    expect([await verifyPassword('correct horse', old), await verifyPassword('correct horsf', old)]).toEqual([
      true,
      false,
    ])
  })

  it('of an unknown scheme match no password', async () => {
    const { verifyPassword } = createPasswords({ cost: 4 })
    expect(await verifyPassword('correct horse', '{BCRYPT}$2b$12$abcdefghijklmnopqrstuv')).toBe(false)
  })
})
