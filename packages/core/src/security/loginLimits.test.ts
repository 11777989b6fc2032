import { DomainError } from '../foundation/messages.js'
import { loginLimits } from './loginLimits.js'
import { minuteCounts } from './minuteCount.js'

const wrong = async () => false
const right = async () => true
const usual = { address: 'here', isShared: false }

let time: number

beforeEach(() => {
  time = 1000
})

const limitsOf = (name: number, address: number) =>
  loginLimits({ name, address }, { counts: minuteCounts(() => time), digest: text => text })

function logins(limiterFor = limitsOf(2, 5)) {
  const one = async (name: string, source = usual, check = wrong) => {
    const limiter = limiterFor(name, () => source)
    try {
      await limiter.admit()
      return await limiter.watch(check)
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'too-many-requests')) throw error
      return `limit ${error.reason.values?.most}`
    }
  }
  const many = async (names: readonly string[], source = usual, check = wrong) => {
    const ends: (boolean | string)[] = []
    for (const name of names) ends.push(await one(name, source, check))
    return ends
  }
  return { one, many }
}

const different = (count: number) => Array.from({ length: count }, (_, i) => `name-${i}`)

describe('failed logins (docs/http-answers.md, Failed logins)', () => {
  it('are limited per name and address, with the time to wait', async () => {
    const limiterFor = limitsOf(2, 5)
    const { one, many } = logins(limiterFor)
    expect(await many(['ada', 'ada', 'ada', 'bob'])).toEqual([false, false, 'limit 2', false])
    time += 19_500
    const refusal: unknown = await limiterFor('ada', () => usual)
      .admit()
      .catch((error: unknown) => error)
    expect((refusal as DomainError).details.retryAfter).toBe(41)
    time += 40_500
    expect(await one('ada')).toBe(false)
  })

  it('are limited per name from all addresses to ten times as many', async () => {
    const { one } = logins()
    const ends = []
    for (let i = 0; i < 22; i++) ends.push(await one('ada', { ...usual, address: `from ${i}` }))
    expect(ends).toEqual([...Array(20).fill(false), 'limit 20', 'limit 20'])
  })

  it('are counted together for an email address in any letter case, which identifies one account', async () => {
    const { many } = logins(limitsOf(2, 100))
    expect(await many(['ada@example.org', 'Ada@Example.org', 'ADA@EXAMPLE.ORG', 'bob@example.org'])).toEqual([
      false,
      false,
      'limit 2',
      false,
    ])
    expect(await many(['ada', 'Ada', 'ADA', 'ada'])).toEqual(Array(4).fill(false))
  })

  it('are limited per address for any names', async () => {
    const { one, many } = logins()
    expect(await many(different(6))).toEqual([...Array(5).fill(false), 'limit 5'])
    expect(await one('name-0', { ...usual, address: 'elsewhere' })).toBe(false)
  })

  it('are limited by name alone if many people share an address', async () => {
    const { many } = logins()
    const shared = { ...usual, isShared: true }
    expect(await many(different(8), shared)).toEqual(Array(8).fill(false))
    expect(await many(['ada', 'ada', 'ada'], shared)).toEqual([false, false, 'limit 2'])
  })

  it('exclude successful logins', async () => {
    const { many } = logins()
    expect(await many(Array(20).fill('ada'), usual, right)).toEqual(Array(20).fill(true))
    expect(await many(['ada', 'ada', 'ada'])).toEqual([false, false, 'limit 2'])
  })

  it('are limited when they are concurrent, and do not refuse concurrent successful ones', async () => {
    const { one } = logins()
    const slow = (fits: boolean) => async () => {
      await new Promise(resolve => setTimeout(resolve, 5))
      return fits
    }
    const wrongs = await Promise.all(Array.from({ length: 20 }, () => one('ada', usual, slow(false))))
    expect(wrongs.filter(end => end === false)).toHaveLength(2)
    expect(await Promise.all(Array.from({ length: 20 }, () => one('bob', usual, slow(true))))).toEqual(
      Array(20).fill(true),
    )
  })

  it('exclude a check that throws, which permits the next login', async () => {
    const { one } = logins(limitsOf(1, 5))
    const broken = async () => {
      throw new Error('broken')
    }
    await expect(one('ada', usual, broken)).rejects.toThrow('broken')
    expect([await one('ada'), await one('ada')]).toEqual([false, 'limit 1'])
  })
})
