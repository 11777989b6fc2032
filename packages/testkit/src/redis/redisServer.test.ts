import { once } from 'node:events'
import { connect } from 'node:net'
import { describeRedis } from './describeRedis.js'
import { type RedisServer, startRedis } from './redisServer.js'
import { startSlowProxy } from './slowProxy.js'

/** What a server answers to one command, within so many milliseconds; undefined when it does not. */
async function ask(port: number, command: string, patience: number): Promise<string | undefined> {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  try {
    socket.write(`${command}\r\n`)
    const [answer] = await once(socket, 'data', { signal: AbortSignal.timeout(patience) })
    return String(answer).trim()
  } catch {
    return undefined
  } finally {
    socket.destroy()
  }
}

describeRedis(describe, 'a Redis server for tests', program => {
  let server: RedisServer
  beforeEach(async () => {
    server = await startRedis(program, { maxmemory: '10mb' })
  })
  afterEach(() => server.close())

  it('answers, and has the settings that it was given', async () => {
    expect(await ask(server.port, 'PING', 2000)).toBe('+PONG')
    expect(await ask(server.port, 'CONFIG GET maxmemory', 2000)).toContain('10485760')
  })

  it('is silent while it is paused, and gone when it is killed', async () => {
    server.pause()
    expect(await ask(server.port, 'PING', 200)).toBeUndefined()
    server.resume()
    expect(await ask(server.port, 'PING', 2000)).toBe('+PONG')
    await server.kill()
    expect(await ask(server.port, 'PING', 200)).toBeUndefined()
    await server.restart()
    expect(await ask(server.port, 'PING', 2000)).toBe('+PONG')
  })

  it('is late behind a slow proxy', async () => {
    const proxy = await startSlowProxy(server.port)
    expect(await ask(proxy.port, 'PING', 1000)).toBe('+PONG')
    proxy.delay = 300
    expect(await ask(proxy.port, 'PING', 100)).toBeUndefined()
    expect(await ask(proxy.port, 'PING', 2000)).toBe('+PONG')
    await proxy.close()
  })
})
