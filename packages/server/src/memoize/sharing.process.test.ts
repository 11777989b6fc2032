import {
  basicAuthorization,
  createPrograms,
  describeRedis,
  type Programs,
  password,
  type RedisServer,
  startRedis,
  startWorkers,
} from '@plenum/testkit'

describeRedis(describe, 'plenum serve with the address of a store', program => {
  let programs: Programs
  let redis: RedisServer
  beforeAll(async () => {
    programs = createPrograms()
    redis = await startRedis(program)
  })
  afterAll(async () => {
    await programs.close()
    await redis.close()
  })

  it('shares memoized values, and exits when it is stopped', async () => {
    const env = { EMPTY_SITE: '1', ADMIN_PASSWORD: password, PASSWORD_COST: '4', SHARED_MEMOIZE_URL: redis.url }
    const { url, stop } = await programs.serve({ ...env, SHARED_MEMOIZE_TIMEOUT: '5' })
    await fetch(`${url}/@schedule`)
    const answer = await fetch(`${url}/@sharedmemoize`, { headers: basicAuthorization('admin', password) })
    expect(await answer.json()).toMatchObject({
      active: true,
      breaker: { open: false },
      server: { error: null },
      functions: { 'plenum/event.schedule': { route: 'shared' } },
    })
    expect(await stop()).toBe(0)
  })
})

describe('workers of one service (docs/caching.md, Invalidation of responses)', () => {
  it('return no answer and no 304 from before an invalidation in one of them', async () => {
    const programs = createPrograms()
    const { clients, stop } = await startWorkers(programs)
    const addresses = ['/@schedule', '/@sponsors', '/', '/?expand=navigation']
    for (const address of addresses) {
      const first = await clients[0].send(address, { secret: null })
      const headers = { 'If-None-Match': String(first.headers.etag) }
      const again = () => Promise.all(clients.map(({ send: ask }) => ask(address, { secret: null, headers })))
      expect((await again()).map(({ status }) => status)).toEqual([304, 304])
      const request = { method: 'POST', body: {} }
      expect((await clients[1].send('/@sharedmemoize/invalidate', request)).status).toBe(200)
      expect((await again()).map(({ status }) => status)).toEqual([200, 200])
    }
    expect(await stop()).toBe(0)
    await programs.close()
  })
})
