import path from 'node:path'
import {
  countedFunction,
  describeRedis,
  programsIn,
  type RedisServer,
  sharingInstances,
  startTlsRedis,
  testCertificate,
} from '@plenum/testkit'
import { shareThroughRedis } from './shareThroughRedis.js'

describeRedis(describe, 'a Redis server with TLS', redis => {
  const { start, close } = sharingInstances(shareThroughRedis)
  const programs = programsIn(path.join(import.meta.dirname, '../test/programs'))
  let server: RedisServer
  beforeAll(async () => {
    server = await startTlsRedis(redis)
  })
  afterEach(async () => {
    await programs.close()
    await close()
  })
  afterAll(() => server.close())

  it('is used if its certificate is trusted', async () => {
    const env = { NODE_EXTRA_CA_CERTS: testCertificate }
    const task = async (value: string): Promise<unknown> => {
      const { writeLine: tell, line, ended } = programs.start('worker', [server.url, 'tls', value], { env })
      tell('call')
      const answer = await line()
      tell(answer === 'computing' ? 'go' : 'end')
      const next = answer === 'computing' ? await line() : answer
      tell('end')
      expect(await ended()).toEqual({ code: 0, errors: '' })
      return [answer, next]
    }
    expect(await task('first')).toEqual(['computing', 'first'])
    expect(await task('second')).toEqual(['first', 'first'])
  })

  it('is otherwise rejected: nothing is sent, and the status states the reason', async () => {
    const a = start({ url: server.url, timeout: 5 })
    const task = countedFunction(async () => 1)
    const worked = a.memoizer.memoize({ name: 'work' }, task.fn)
    expect([await worked(), await worked(), task.runs]).toEqual([1, 1, 1])
    const { server: described, breaker } = await a.memoizer.status()
    expect(described?.error).toContain('certificate')
    expect(breaker?.open).toBe(true)
  })
})
