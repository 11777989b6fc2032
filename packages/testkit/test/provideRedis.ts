// The runner loads this file before it reads its settings, so imports must contain file extensions.
import { findRedisServer } from '../src/redis/findRedisServer.ts'
import { installRedisServer } from '../src/redis/installRedisServer.ts'
import { redisForTests } from '../src/redis/redisForTests.ts'

/** Provides the path of a Redis server to the tests before they run. */
export default function provideRedis(): void {
  const program = redisForTests({
    find: () => findRedisServer(),
    install: installRedisServer,
    isCi: process.env.CI === 'true',
  })
  if (program) process.env.PLENUM_TEST_REDIS = program
}
