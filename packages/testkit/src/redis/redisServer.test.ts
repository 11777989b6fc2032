import { describeRedis } from './describeRedis.js'
import { queryRedis } from './queryRedis.js'
import { type RedisServer, startRedis } from './redisServer.js'
import { startSlowProxy } from './slowProxy.js'

describeRedis(describe, 'a Redis server for tests', program => {
  let server: RedisServer
  beforeEach(async () => {
    server = await startRedis(program, { maxmemory: '10mb' })
  })
  afterEach(() => server.close())

  it('answers, and has the configured settings', async () => {
    expect(await queryRedis(server.port, 'PING', 2000)).toBe('+PONG')
    expect(await queryRedis(server.port, 'CONFIG GET maxmemory', 2000)).toContain('10485760')
  })

  it('does not answer while it is paused or after it is killed', async () => {
    server.pause()
    expect(await queryRedis(server.port, 'PING', 200)).toBeUndefined()
    server.resume()
    expect(await queryRedis(server.port, 'PING', 2000)).toBe('+PONG')
    await server.kill()
    expect(await queryRedis(server.port, 'PING', 200)).toBeUndefined()
    await server.restart()
    expect(await queryRedis(server.port, 'PING', 2000)).toBe('+PONG')
  })

  it('answers late through a slow proxy', async () => {
    const proxy = await startSlowProxy(server.port)
    expect(await queryRedis(proxy.port, 'PING', 1000)).toBe('+PONG')
    proxy.delay = 300
    expect(await queryRedis(proxy.port, 'PING', 100)).toBeUndefined()
    expect(await queryRedis(proxy.port, 'PING', 2000)).toBe('+PONG')
    await proxy.close()
  })
})
