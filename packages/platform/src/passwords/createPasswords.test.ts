import { createPasswords } from './createPasswords.js'

describe('passwords of a process', () => {
  it('are hashed and verified in one queue, which rejects requests beyond its limit', async () => {
    const { hashPassword, verifyPassword, dummyHash: standInHash } = createPasswords({ cost: 4, checks: 2 })
    const tasks = Array.from({ length: 100 }, (_, i) =>
      i % 2 ? hashPassword('correct horse') : verifyPassword(`correct horse ${i}`, standInHash),
    )
    const ended = await Promise.allSettled(tasks)
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(2 + 32)
    expect(ended.slice(34)).toEqual(
      Array(66).fill({ status: 'rejected', reason: expect.objectContaining({ code: 'busy' }) }),
    )
  })

  it('are verified once if they match, for any number of simultaneous requests', async () => {
    const { hashPassword, verifyPassword, isRecentlyVerified: isRemembered } = createPasswords({ cost: 4, checks: 1 })
    const hash = await hashPassword('correct horse')
    expect(isRemembered?.('correct horse', hash)).toBe(false)
    let checks = 0
    const watch = (check: () => Promise<boolean>) => {
      checks += 1
      return check()
    }
    const answers = await Promise.all([1, 2, 3].map(() => verifyPassword('correct horse', hash, watch)))
    expect([answers, checks]).toEqual([[true, true, true], 1])
    expect(isRemembered?.('correct horse', hash)).toBe(true)
    expect(isRemembered?.('correct horsf', hash)).toBe(false)
  })

  it('occupy one position in the queue if they match, so a hundred simultaneous requests all succeed', async () => {
    const { hashPassword, verifyPassword } = createPasswords({ cost: 4, checks: 2 })
    const hash = await hashPassword('correct horse')
    const answers = await Promise.all(Array.from({ length: 100 }, () => verifyPassword('correct horse', hash)))
    expect(answers).toEqual(Array(100).fill(true))
  })

  it('are verified for each request if they do not match, and fill the queue', async () => {
    const { hashPassword, verifyPassword } = createPasswords({ cost: 4, checks: 2 })
    const hash = await hashPassword('correct horse')
    const ended = await Promise.allSettled(Array.from({ length: 100 }, () => verifyPassword('wrong', hash)))
    const wrong = ended.filter(one => one.status === 'fulfilled' && one.value === false)
    expect(wrong).toHaveLength(1 + 2 + 32)
  })

  it('are verified again each time if they do not match', async () => {
    const { hashPassword, verifyPassword, isRecentlyVerified: isRemembered } = createPasswords({ cost: 4 })
    const hash = await hashPassword('correct horse')
    expect([await verifyPassword('wrong', hash), isRemembered?.('wrong', hash)]).toEqual([false, false])
    expect(await verifyPassword('correct horse', hash, async () => false)).toBe(false)
  })
})
