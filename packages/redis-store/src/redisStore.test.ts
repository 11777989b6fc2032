import { setTimeout as delay } from 'node:timers/promises'
import { describeRedis, type RedisServer, sharedStoreSuite, startRedis } from '@plenum/testkit'
import { connectRedis } from './connection/connectRedis.js'
import { envelope } from './encoding/envelope.js'
import { type RedisStoreOptions, redisStore } from './redisStore.js'

const overhead = envelope({ mostUnpacked: 0 }).overhead
const maxSize = 2000
let prefixes = 0

function storeAt({ url }: Pick<RedisServer, 'url'>, options: Partial<RedisStoreOptions> = {}) {
  const nodes = connectRedis({ url, timeout: 2000 })
  return redisStore({ nodes, prefix: 'test', form: 'bytes', maxSize, timeout: 2000, ...options })
}

describeRedis(describe, 'shared values in Redis', program => {
  let server: RedisServer
  beforeAll(async () => {
    server = await startRedis(program)
  })
  afterAll(() => server.close())

  sharedStoreSuite({ describe, it }, 'the port', async () => {
    const prefix = `suite${++prefixes}`
    const [store, other] = [storeAt(server, { prefix }), storeAt(server, { prefix })]
    const close = async () => {
      await store.close()
      await other.close()
    }
    return { store, other, largest: maxSize - overhead, elapse: time => delay(time), close }
  })
})
