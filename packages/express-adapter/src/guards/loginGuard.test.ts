import { randomBytes } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { DomainError, minuteCounts } from '@plenum/core'
import { loginGuard } from './loginGuard.js'

interface Sender {
  readonly ip?: string
  readonly ips?: readonly string[]
}

const guardFor = (failures: Parameters<typeof loginGuard>[0]) =>
  loginGuard(failures, { counts: minuteCounts(() => performance.now()), isShared: false })

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

function logins(guard = guardFor({ name: 2, address: 5 })) {
  const one = async (name: string, { ip = '192.0.2.1', ips = [] }: Sender = {}) => {
    const login = guard({ ip, ips: [...ips] }, name)
    try {
      await login.admit()
      return await login.watch(async () => false)
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'too-many-requests')) throw error
      return `limit ${error.reason.values?.most}`
    }
  }
  const many = async (names: readonly string[], sender?: Sender) => {
    const ends: (boolean | string)[] = []
    for (const name of names) ends.push(await one(name, sender))
    return ends
  }
  return { one, many }
}

const different = (count: number) => Array.from({ length: count }, (_, i) => `name-${i}`)

describe('failed logins (docs/http-answers.md, Failed logins)', () => {
  it('are refused with the seconds to wait', async () => {
    const guard = guardFor({ name: 2, address: 5 })
    expect(await logins(guard).many(['ada', 'ada'])).toEqual([false, false])
    const refusal = await guard({ ip: '192.0.2.1', ips: [] }, 'ada')
      .admit()
      .catch((error: unknown) => error)
    const { retryAfter = 0 } = (refusal as DomainError).details
    expect(retryAfter > 50 && retryAfter <= 60).toBe(true)
  })

  it('are limited for one address with any names, and for one IPv6 network', async () => {
    const { one, many } = logins()
    expect(await many(different(6))).toEqual([...Array(5).fill(false), 'limit 5'])
    expect(await one('name-0', { ip: '192.0.2.2' })).toBe(false)
    const ends = []
    for (let i = 0; i < 6; i++) ends.push(await one(`other-${i}`, { ip: `2001:db8:1:2::${i}` }))
    expect(ends.at(-1)).toBe('limit 5')
    expect(await one('ada', { ip: '2001:db8:1:3::1' })).toBe(false)
  })

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', ''])(
    'share one address behind %j, unless a trusted proxy names the client: then only names are limited',
    async ip => {
      const { many } = logins()
      expect(await many(different(8), { ip })).toEqual(Array(8).fill(false))
      expect(await many(['ada', 'ada', 'ada'], { ip })).toEqual([false, false, 'limit 2'])
      const attempts = logins()
      expect((await attempts.many(different(6), { ip, ips: [ip] })).at(-1)).toBe('limit 5')
    },
  )

  it('with long names use no more memory than with short names', async () => {
    const guard = guardFor({ name: 2, address: 1_000_000 })
    const { one } = logins(guard)
    collectGarbage()
    const before = process.memoryUsage().heapUsed
    for (let i = 0; i < 4_000; i++)
      await one(randomBytes(5000).toString('hex'), { ip: `2001:db8:0:${i.toString(16)}::1` })
    collectGarbage()
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(15e6)
    expect(await one('ada')).toBe(false)
  })
})
