import { dummyHash, hashPassword, verifyPassword } from './hashes.js'

describe('passwords', () => {
  it('match their own hash and no other', async () => {
    const hash = await hashPassword('correct horse')
    expect(await verifyPassword('correct horse', hash)).toBe(true)
    expect(await verifyPassword('correct horsf', hash)).toBe(false)
    expect(await verifyPassword('', hash)).toBe(false)
  })

  it('have a different hash each time, and their hashes never contain the password', async () => {
    const [one, two] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
    expect(one).not.toBe(two)
    expect(one).toMatch(/^scrypt\$32768\$8\$1\$[\w-]{22}\$[\w-]{43}$/)
  })

  it('are verified with the cost stored in the hash, independent of the current cost', async () => {
    const [cheap, usual] = await Promise.all([hashPassword('correct horse', 4), hashPassword('correct horse')])
    expect(cheap).toMatch(/^scrypt\$16\$8\$1\$/)
    expect([await verifyPassword('correct horse', cheap), await verifyPassword('correct horse', usual)]).toEqual([
      true,
      true,
    ])
    expect(await verifyPassword('correct horse', usual.replace('$32768$', '$16$'))).toBe(false)
    expect(await verifyPassword('correct horsf', cheap)).toBe(false)
  })

  it('match in any Unicode normalization form', async () => {
    expect(await verifyPassword('pass\u00e9word', await hashPassword('passe\u0301word'))).toBe(true)
  })

  it('never match a malformed hash', async () => {
    expect(await verifyPassword('x', 'plain')).toBe(false)
  })

  it('never match the dummy hash, which has the format and cost of a real hash', async () => {
    expect(dummyHash()).toMatch(/^scrypt\$32768\$8\$1\$[\w-]{22}\$[\w-]{43}$/)
    expect(dummyHash(4)).toMatch(/^scrypt\$16\$8\$1\$/)
    expect(dummyHash(4)).not.toBe(dummyHash(4))
    expect(await verifyPassword('', dummyHash(4))).toBe(false)
  })
})
