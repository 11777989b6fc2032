import { describeRedis, type RedisServer, startRedis } from '@plenum/testkit'
import { createClient } from 'redis'
import { connectRedis } from './connection/connectRedis.js'
import type { RedisNodes } from './connection/redisNodes.js'
import { keysUnder } from './keys.js'
import { removeKeys } from './removeKeys.js'

describeRedis(describe, 'removing keys', program => {
  const keys = keysUnder('p', '1.form')
  let server: RedisServer
  let client: ReturnType<typeof createClient>
  let nodes: RedisNodes
  beforeAll(async () => {
    server = await startRedis(program)
    client = createClient({ url: server.url })
    await client.connect()
    nodes = connectRedis({ url: server.url, timeout: 5 })
  })
  afterAll(async () => {
    nodes.close()
    client.destroy()
    await server.close()
  })

  const removal = (pages: number) => ({
    nodes,
    keys,
    within: <T>(task: Promise<T>) => task,
    hasTime: () => pages-- > 0,
  })

  beforeEach(async () => {
    await client.flushAll()
    const values = Array.from({ length: 5000 }, (_, i): [string, string] => [
      keys.value({ name: 'f', digest: `d${i}` }),
      '',
    ])
    await client.mSet([...values, [keys.token('f'), 'token']])
  })

  it('of a function stops at the time limit and returns the number of removed keys', async () => {
    const removed = await removeKeys(removal(4), 'f')
    expect(removed).toBeGreaterThan(0)
    expect(removed).toBeLessThan(5000)
    expect(await client.dbSize()).toBe(5000 - removed + 1)
  })

  it('of all functions stops at the time limit too', async () => {
    const removed = await removeKeys(removal(4), null)
    expect(removed).toBeGreaterThan(0)
    expect(removed).toBeLessThan(5000)
  })

  it('fails if the masters have changed in the meantime', async () => {
    const ids = ['before', 'after']
    const changing: RedisNodes = {
      ...nodes,
      masters: async () => (await nodes.masters()).map(master => ({ ...master, id: ids.shift() ?? '' })),
    }
    await expect(removeKeys({ ...removal(1000), nodes: changing }, 'f')).rejects.toThrow('have changed')
  })

  it('spares keys that the server returns although they do not match (docs/caching.md, Invalidation tokens)', async () => {
    const own = keys.value({ name: 'f', digest: 'd0' })
    const others = [
      'p2:f:1.form:d',
      'q:f:1.form:d',
      'p:g:1.form:d',
      'p:f.g:1.form:d',
      'p:f:1.x',
      'p:f:session:1',
      'p:~g:g',
    ]
    await client.mSet(others.map((key): [string, string] => [key, 'x']))
    const page = [Buffer.from('0'), [own, ...others].map(key => Buffer.from(key))]
    const masters = async () => [{ id: '', send: async () => page }]
    expect(await removeKeys({ ...removal(1000), nodes: { ...nodes, masters } }, 'f')).toBe(1)
    expect(await client.exists([own])).toBe(0)
    expect(await client.exists(others)).toBe(others.length)
  })

  it('fails if one key could not be removed (docs/caching.md, Invalidation tokens)', async () => {
    const stuckKey = keys.value({ name: 'f', digest: 'd77' })
    const send: RedisNodes['send'] = async (key, args) => {
      if (key === stuckKey) throw new Error('CLUSTERDOWN Hash slot not served')
      return nodes.send(key, args)
    }
    for (const name of ['f', null])
      await expect(removeKeys({ ...removal(1000), nodes: { ...nodes, send } }, name)).rejects.toThrow('CLUSTERDOWN')
  })

  it('fails if the connection is lost in the meantime, even if it is restored', async () => {
    const masters = async () => {
      const current = await nodes.masters()
      await client.sendCommand(['CLIENT', 'KILL', 'TYPE', 'normal'])
      return current
    }
    await expect(removeKeys({ ...removal(1000), nodes: { ...nodes, masters } }, 'f')).rejects.toThrow(/closed/i)
  })
})
