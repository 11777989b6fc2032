export interface RedisMachine {
  /** Returns the path of a Redis server, or undefined if there is none. */
  find(): string | undefined
  install(): void
  /** Whether this is a CI machine, where tests may install programs and no test may be skipped. */
  readonly isCi: boolean
}

/**
 * Returns the path of the Redis server for tests. The server is only installed in CI; on other machines without a
 * server, the result is undefined.
 */
export function redisForTests({ find, install, isCi }: RedisMachine): string | undefined {
  const program = find()
  if (program || !isCi) return program
  install()
  const installed = find()
  if (!installed) throw new Error('The tests need redis-server or valkey-server. Please install one.')
  return installed
}
