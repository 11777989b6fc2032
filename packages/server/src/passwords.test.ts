import { hashPassword, rememberVerified, verifyPassword } from './passwords.js'

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
})

describe('a password that matched is remembered for a short time', () => {
  const hashes = { good: 'hash-1' }
  function remembering() {
    let now = 0
    let asked = 0
    const verify = rememberVerified(
      async (password, hash) => {
        asked += 1
        return password === 'right' && hash === hashes.good
      },
      { lifetime: 100, most: 2, now: () => now },
    )
    return { verify, pass: (time: number) => (now += time), asked: () => asked }
  }

  it('so that it costs one verification', async () => {
    const { verify, asked } = remembering()
    expect([await verify('right', 'hash-1'), await verify('right', 'hash-1')]).toEqual([true, true])
    expect(asked()).toBe(1)
  })

  it('but not for longer', async () => {
    const { verify, pass, asked } = remembering()
    await verify('right', 'hash-1')
    pass(100)
    await verify('right', 'hash-1')
    expect(asked()).toBe(2)
  })

  it('and no wrong one is, nor the right one of a hash that has changed', async () => {
    const { verify } = remembering()
    await verify('right', 'hash-1')
    expect(await verify('wrong', 'hash-1')).toBe(false)
    expect(await verify('right', 'hash-2')).toBe(false)
  })

  it('and what is remembered is bounded: the oldest is forgotten', async () => {
    let asked = 0
    const verify = rememberVerified(
      async () => {
        asked += 1
        return true
      },
      { lifetime: 100, most: 2, now: () => 0 },
    )
    for (const password of ['a', 'b', 'c', 'c', 'b', 'a']) await verify(password, 'hash')
    expect(asked).toBe(4)
  })
})
