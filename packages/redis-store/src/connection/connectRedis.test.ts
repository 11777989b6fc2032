import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describeRedis, type RedisServer, sharingInstances, startRedis } from '@plenum/testkit'
import { createClient } from 'redis'
import { shareThroughRedis } from '../shareThroughRedis.js'

describeRedis(describe, 'a Redis server', program => {
  const { start, close } = sharingInstances(shareThroughRedis)
  const directory = mkdtempSync(path.join(tmpdir(), 'plenum-socket-'))
  const socket = path.join(directory, 'redis x.sock')
  let server: RedisServer
  let client: ReturnType<typeof createClient>
  beforeAll(async () => {
    server = await startRedis(program, { unixsocket: socket, requirepass: 'p@ss/w' })
    client = createClient({ socket: { port: server.port }, password: 'p@ss/w' })
    await client.connect()
  })
  afterEach(close)
  afterAll(async () => {
    client.destroy()
    await server.close()
    rmSync(directory, { recursive: true })
  })

  it.each<readonly [string, number, () => string]>([
    ['a socket', 0, () => `unix://:p%40ss%2Fw@${encodeURI(socket)}`],
    ['a socket and a database number', 2, () => `unix://:p@ss/w@${encodeURI(socket)}?db=2`],
    ['a host and a database number', 3, () => `${server.url.replace('//', '//:p@ss/w@')}/3`],
    ['a name with several addresses', 4, () => `redis://:p@ss/w@localhost:${server.port}?db=4`],
  ])('is reachable through %s', async (_, database, url) => {
    const a = start({ url: url(), timeout: 5 })
    const worked = a.memoizer.memoize({ name: 'work' }, (x: number) => x)
    for (const x of [1, 1]) {
      await worked(x)
      await a.memoizer.settled()
    }
    expect(await a.counts()).toEqual({ shared_misses: 1, shared_hits: 1 })
    await client.select(database)
    expect(await client.dbSize()).toBe(3)
    expect((await a.memoizer.status()).server?.error).toBeNull()
    expect(JSON.stringify(await a.memoizer.status())).not.toMatch(/ss.{1,3}w/)
  })
})
