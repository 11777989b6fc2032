export interface RedisMachine {
  /** The path of a Redis server; undefined if there is none. */
  find(): string | undefined
  install(): void
  /** Whether this is a CI machine: tests may install programs there, and no test may be skipped. */
  readonly isCi: boolean
}

/**
 * The Redis server for tests. It is only installed in CI; on other machines without a server, the result is undefined.
 */
export function redisForTests({ find, install, isCi }: RedisMachine): string | undefined {
  const program = find()
  if (program || !isCi) return program
  install()
  const installed = find()
  if (!installed) throw new Error('The tests need redis-server or valkey-server. Please install one.')
  return installed
}
