import { setTimeout as delay } from 'node:timers/promises'
import { describeRedis, type RedisServer, remoteStoreSuite, sharedStoreSuite, startRedis } from '@plenum/testkit'
import { connectRedis } from './connection/connectRedis.js'
import { envelope } from './encoding/envelope.js'
import { redisStore } from './redisStore.js'
import type { RedisStoreOptions } from './store.js'

const overhead = envelope({ maxUnpacked: 0 }).overhead
const maxSize = 2000
let prefixes = 0

function storeAt({ url }: Pick<RedisServer, 'url'>, options: Partial<RedisStoreOptions> = {}) {
  const nodes = connectRedis({ url, timeout: 2 })
  return redisStore({ nodes, prefix: 'test', form: 'bytes', maxSize, timeout: 2, ...options })
}

describeRedis(describe, 'shared values in Redis', program => {
  let server: RedisServer
  beforeAll(async () => {
    server = await startRedis(program)
  })
  afterAll(() => server.close())

  it('write one token for simultaneous callers if none exists', async () => {
    const timeout = 20
    const nodes = connectRedis({ url: server.url, timeout })
    const offered: string[] = []
    const send: typeof nodes.send = (key, command) => {
      if (command.includes('NX')) offered.push(key)
      return nodes.send(key, command)
    }
    const store = storeAt(server, { nodes: { ...nodes, send }, timeout, prefix: 'offers' })
    const reads = await Promise.all(
      Array.from({ length: 500 }, (_, i) => delay(i % 7).then(() => store.get({ name: 'work', digest: `${i}` }))),
    )
    await store.close()
    expect(new Set(reads.map(read => JSON.stringify(read))).size).toBe(1)
    expect(reads[0]).toEqual({ kind: 'miss', token: expect.any(String) })
    expect(new Set(offered)).toEqual(new Set(['offers:~g:', 'offers:~g:work']))
    // Tokens may be created several times, because a reader creates them again if it arrives between the reply to SET
    // and the reply to the following read.
    expect(offered.length).toBeLessThan(10)
  })

  sharedStoreSuite({ describe, it }, 'the port', async () => {
    const prefix = `suite${++prefixes}`
    const [store, other] = [storeAt(server, { prefix }), storeAt(server, { prefix })]
    const close = async () => {
      await store.close()
      await other.close()
    }
    return { store, other, largest: maxSize - overhead, elapse: time => delay(time), close }
  })

  remoteStoreSuite({ describe, it }, 'the port, and a server that fails', async () => {
    const [timeout, failing] = [300, await startRedis(program)]
    const nodes = connectRedis({ url: failing.url, timeout: timeout / 1000 })
    const store = storeAt(failing, { nodes, timeout: timeout / 1000 })
    const closings = [store.close, async () => failing.resume(), failing.close]
    return {
      store,
      timeout,
      hang: failing.pause,
      goOn: failing.resume,
      elapse: time => delay(time),
      openRefused: async () => {
        // The server does not know the renamed commands, so its error reply repeats their arguments, including the
        // password.
        const deaf = await startRedis(program, { 'rename-command HELLO': '', 'rename-command AUTH': '' })
        const url = deaf.url.replace('//', '//:swordfish@')
        const refused = storeAt(deaf, {
          nodes: connectRedis({ url, timeout: timeout / 1000 }),
          timeout: timeout / 1000,
        })
        closings.push(refused.close, deaf.close)
        return { store: refused, password: 'swordfish' }
      },
      close: async () => {
        for (const close of closings) await close()
      },
    }
  })
})
