import { setTimeout as delay } from 'node:timers/promises'
import { findRedisServer, startRedis } from '@plenum/testkit'

const redisFault = (name, happen) => {
  let redis
  return {
    name,
    answersAsEver: true,
    lack: () => (findRedisServer() ? null : 'there is no Redis server.'),
    settings: async () => {
      redis = await startRedis(findRedisServer())
      return { SHARED_MEMOIZE_URL: redis.url, SHARED_MEMOIZE_RETRY_AFTER: '1' }
    },
    happen: () => happen(redis),
    end: () => redis?.close(),
  }
}

/** Faults of the cache server, which clients of the site must not notice. */
export const redisFaults = [
  redisFault('redis-hung', async redis => {
    redis.pause()
    await delay(4000)
    redis.resume()
  }),
  redisFault('redis-gone', async redis => {
    await redis.kill()
    await delay(3000)
    await redis.restart()
    await delay(1000)
  }),
]
