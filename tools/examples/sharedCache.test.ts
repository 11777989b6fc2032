import { describeRedis, type RedisServer, startRedis } from '@plenum/testkit'
import request from 'supertest'
import { openForecasts } from '../../examples/sharedCache.js'
import { linesOf } from './linesOf.js'

describe('examples/sharedCache.ts', () => {
  it('has fewer than 41 lines without blank lines and comments', () => {
    expect(linesOf('sharedCache.ts')).toBeLessThan(41)
  })
})

describeRedis(describe, 'examples/sharedCache.ts with a Redis server', program => {
  let server: RedisServer
  beforeAll(async () => {
    server = await startRedis(program)
  })
  afterAll(() => server.close())

  it('computes a forecast once for three instances, until it is invalidated', async () => {
    let calls = 0
    const fetchForecast = async (city: string) => `${city}: clear, ${++calls}`
    const open = () => openForecasts(server.url, fetchForecast, req => req.get('X-User') === 'admin')
    const [first, second, third] = [open(), open(), open()]
    try {
      const read = async ({ app }: typeof first): Promise<unknown> =>
        (await request(app).get('/forecast/Porto').expect(200)).body
      await read(first)
      await first.settled()
      expect([await read(second), await read(third), calls]).toEqual(['Porto: clear, 1', 'Porto: clear, 1', 1])
      const invalidate = () => request(second.app).post('/cache/invalidate').send({ function: 'forecast' })
      await invalidate().expect(403)
      await invalidate().set('X-User', 'admin').expect(200)
      expect(await read(third)).toBe('Porto: clear, 2')
      const { text } = await request(third.app).get('/metrics').expect(200)
      expect(text).toContain('memoize_total{function="forecast",outcome="shared_misses"} 1\n')
    } finally {
      for (const { close } of [first, second, third]) await close()
    }
  })
})
