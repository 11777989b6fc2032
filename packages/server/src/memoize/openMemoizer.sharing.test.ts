import { defaultMemoizeSettings, type MemoizeSettings } from '@plenum/core/memoize'
import { countedFunction, describeRedis, type RedisServer, startRedis } from '@plenum/testkit'
import { StartError } from '../startError.js'
import { openMemoizer } from './openMemoizer.js'

const log = { info: () => {}, warn: () => {} }
const openAt = (url: string, settings: Partial<MemoizeSettings> = {}) =>
  openMemoizer({ ...defaultMemoizeSettings, ...settings, url }, log)

describe('a memoizer in this process', () => {
  afterEach(() => jest.restoreAllMocks())

  it('does not use the wall clock: no value expires and no retry moves (docs/caching.md, TTL and jitter)', async () => {
    const { memoizer, close } = openAt('redis://127.0.0.1:1', { exclude: ['kept'] })
    const functions = ['kept', 'work'].map(name => {
      const counted = countedFunction(async (x: number) => x)
      return { counted, call: memoizer.memoize({ name }, counted.fn) }
    })
    const callAll = async () => Promise.all(functions.map(({ call }) => call(1)))
    expect(await callAll()).toEqual([1, 1])
    const [now, day] = [Date.now(), 86_400_000]
    for (const jump of [day, -day]) {
      jest.spyOn(Date, 'now').mockReturnValue(now + jump)
      expect(await callAll()).toEqual([1, 1])
      expect(functions.map(({ counted }) => counted.runs)).toEqual([1, 1])
      const { breaker } = await memoizer.status()
      expect(breaker?.open).toBe(true)
      expect(breaker?.seconds_until_retry).toBeGreaterThanOrEqual(0)
      expect(breaker?.seconds_until_retry).toBeLessThanOrEqual(1)
    }
    await close()
  })

  it('rejects an invalid address with an error that names the setting, but no part of the address (docs/caching.md, Settings of the cache)', () => {
    const errors: unknown[] = []
    try {
      openAt('redis://:p@ss@h:port')
    } catch (error) {
      errors.push(error)
    }
    expect(errors).toEqual([expect.any(StartError)])
    expect(String(errors[0])).toMatch(/^Error: SHARED_MEMOIZE_URL: /)
    expect(String(errors[0])).not.toMatch(/p@ss|ss@h/)
  })
})

describeRedis(describe, 'memoizers with the address of a store', program => {
  let server: RedisServer
  beforeAll(async () => {
    server = await startRedis(program)
  })
  afterAll(() => server.close())

  it('share values until they are closed', async () => {
    const task = countedFunction(async (x: number) => ({ x }))
    const opened = [1, 2].map(() => openAt(server.url, { timeout: 5 }))
    for (const { memoizer } of opened) {
      expect(await memoizer.memoize({ name: 'work' }, task.fn)(1)).toEqual({ x: 1 })
      await memoizer.settled()
      expect((await memoizer.status()).server?.error).toBeNull()
    }
    expect(task.runs).toBe(1)
    for (const { memoizer, close } of opened) {
      await close()
      expect((await memoizer.status()).server?.error).toBe('the store was closed')
    }
  })
})
