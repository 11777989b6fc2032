// The runner loads this file before it knows its settings, so that names end as those of files do.
import { findRedisServer } from '../src/redis/findRedisServer.ts'
import { installRedisServer } from '../src/redis/installRedisServer.ts'
import { redisForTests } from '../src/redis/redisForTests.ts'

/** Tells tests where a Redis server is, before any of them runs. */
export default function provideRedis(): void {
  const program = redisForTests({
    find: () => findRedisServer(),
    install: installRedisServer,
    isCi: process.env.CI === 'true',
  })
  if (program) process.env.PLENUM_TEST_REDIS = program
}
