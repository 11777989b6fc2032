import {
  basicAuthorization,
  createPrograms,
  describeRedis,
  type Programs,
  password,
  type RedisServer,
  startRedis,
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

  it('shares what it memoizes, and ends when it is told to stop', async () => {
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
