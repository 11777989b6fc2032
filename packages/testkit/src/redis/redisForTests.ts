export interface RedisMachine {
  find(): string | undefined
  install(): void
  /** Whether this is a CI machine, on which tests may install programs and no test may be skipped. */
  readonly isCi: boolean
}

/**
 * Returns the path of a Redis server, which is installed if necessary, but only in CI. On other machines without a
 * Redis server, returns undefined. Throws an Error if the installation fails.
 */
export function redisForTests({ find, install, isCi }: RedisMachine): string | undefined {
  const program = find()
  if (program || !isCi) return program
  install()
  const installed = find()
  if (!installed) throw new Error('The tests need redis-server or valkey-server. Please install one.')
  return installed
}
