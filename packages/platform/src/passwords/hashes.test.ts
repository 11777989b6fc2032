import { dummyHash, hashPassword, verifyPassword } from './hashes.js'

describe('passwords', () => {
  it('verify against their own hash and no other', async () => {
    const hash = await hashPassword('correct horse')
    expect(await verifyPassword('correct horse', hash)).toBe(true)
    expect(await verifyPassword('correct horsf', hash)).toBe(false)
    expect(await verifyPassword('', hash)).toBe(false)
  })

  it('have another hash each time, and no hash holds the password', async () => {
    const [one, two] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
    expect(one).not.toBe(two)
    expect(one).toMatch(/^scrypt\$32768\$8\$1\$[\w-]{22}\$[\w-]{43}$/)
  })

  it('cost what they were stored with, whatever new ones cost', async () => {
    const [cheap, usual] = await Promise.all([hashPassword('correct horse', 4), hashPassword('correct horse')])
    expect(cheap).toMatch(/^scrypt\$16\$8\$1\$/)
    expect([await verifyPassword('correct horse', cheap), await verifyPassword('correct horse', usual)]).toEqual([
      true,
      true,
    ])
    expect(await verifyPassword('correct horse', usual.replace('$32768$', '$16$'))).toBe(false)
    expect(await verifyPassword('correct horsf', cheap)).toBe(false)
  })

  it('verify whichever way an accent was typed', async () => {
    expect(await verifyPassword('pass\u00e9word', await hashPassword('passe\u0301word'))).toBe(true)
  })

  it('never verify against something that is no hash', async () => {
    expect(await verifyPassword('x', 'plain')).toBe(false)
  })

  it('never verify against the hash that stands in for one, which looks and costs like others', async () => {
    expect(dummyHash()).toMatch(/^scrypt\$32768\$8\$1\$[\w-]{22}\$[\w-]{43}$/)
    expect(dummyHash(4)).toMatch(/^scrypt\$16\$8\$1\$/)
    expect(dummyHash(4)).not.toBe(dummyHash(4))
    expect(await verifyPassword('', dummyHash(4))).toBe(false)
  })
})
